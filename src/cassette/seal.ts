import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256 } from './chain.ts'
import type { Seal } from './records.ts'

/** The key that signs cassettes, or `undefined` where none is set: the environment variable `RETAKE_HMAC_KEY`. */
export function sealKey(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.RETAKE_HMAC_KEY || undefined
}

/**
 * The seal line, with its newline. `hmac` covers the line up to itself, and through `file` the whole file; `check` is the
 * SHA-256 of the line before it, so that no byte of the seal can change unnoticed either.
 */
export function writeSeal(seal: Omit<Seal, 'hmac'>, key: string | undefined): string {
  const { lines, calls, head, transcript, file } = seal
  let line = JSON.stringify({ type: 'seal', lines, calls, head, transcript, file }).slice(0, -1)
  if (key !== undefined) line += `,"hmac":"${sign(line, key)}"`
  return `${line},"check":"${sha256(line)}"}\n`
}

/** What is wrong with the raw seal line (without newline) in itself, or `null`. */
export function checkSealLine(
  raw: string,
  key: string | undefined,
): 'check' | 'unsigned' | 'signature' | null {
  const match = /^(.*),"check":"([0-9a-f]{64})"\}$/s.exec(raw)
  if (match?.[1] === undefined || sha256(match[1]) !== match[2]) return 'check'
  if (key === undefined) return null
  const signed = /^(.*),"hmac":"([0-9a-f]{64})"$/s.exec(match[1])
  if (signed?.[1] === undefined || signed[2] === undefined) return 'unsigned'
  return timingSafeEqual(Buffer.from(sign(signed[1], key)), Buffer.from(signed[2])) ? null : 'signature'
}

function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
