import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UserProject } from '../../test/support/user-project.ts'
import { makeCertificate } from '../hosts/servers.ts'
import type { InsideWorld } from '../support/loopback-world.ts'
import { startCanary } from './canary.ts'
import { configuredPort, guardedHosts, guardFiles, proxyPort, transports } from './project.ts'

const names = Object.keys(transports)

const run: InsideWorld = async ({ slice, log }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'retake-guard-'))
  const certificate = makeCertificate(folder, guardedHosts)
  const canary = await startCanary(
    { key: readFileSync(path.join(folder, 'key.pem')), cert: readFileSync(certificate.file) },
    { plain: [80, configuredPort], tls: 443, proxy: proxyPort },
  )
  const project = await UserProject.create(guardFiles)
  const faults: string[] = []
  const play = (env: Record<string, string>) =>
    project.vitest([], {
      env: { NODE_EXTRA_CA_CERTS: certificate.file, OPENAI_API_KEY: 'sk-guard-0123456789abcdef', ...env },
      timeout: 200_000,
    })
  try {
    await control(slice ? names.slice(0, 2) : names)
    for (const mode of ['replay', 'record']) {
      canary.bytes = 0
      const { code, output } = await play({ RETAKE: mode })
      log(`${mode}: ${canary.bytes} bytes sent, exit ${code}`)
      if (canary.bytes > 0) faults.push(`${mode}: ${canary.bytes} bytes reached the canary`)
      const missing = names.filter((name) => !isRefused(output, name))
      faults.push(...missing.map((name) => `${mode}: ${name} is not refused by name`))
      if (missing.length > 0) log(output)
    }
    for (const fault of faults) log(fault)
    const outcome = faults.length === 0 ? 'all refused and named, 0 bytes sent' : `${faults.length} faults`
    return { figure: `${names.length} transports, replay and record: ${outcome}`, ok: faults.length === 0 }
  } finally {
    project.remove()
    rmSync(folder, { recursive: true, force: true })
    await canary.close()
  }

  /** Without Retake every one of them does reach the canary: so silence means something. */
  async function control(chosen: readonly string[]): Promise<void> {
    for (const name of chosen) {
      canary.bytes = 0
      const only = `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
      const { output } = await project.vitest(['-t', only], {
        env: { NODE_EXTRA_CA_CERTS: certificate.file, RETAKE: 'off' },
      })
      if (canary.bytes === 0) throw new Error(`without Retake ${name} sends nothing:\n${output}`)
    }
    log(`without Retake ${chosen.length} of them were tried, and send something`)
  }
}

/** Its test fails by the error that names the host, and says what to do. */
function isRefused(output: string, name: string): boolean {
  const at = output.indexOf(` FAIL  src/past.test.js > ${name}\nTransportNotIntercepted: ${name} reached `)
  return at >= 0 && output.slice(at, at + 1_000).includes('Give the client one of')
}

export default run
