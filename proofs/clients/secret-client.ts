// Runs inside a generated project, as a user's code: proofs copy it there, with secret-exchange.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fillIn, type SecretExchange } from './secret-exchange.ts'

const { SECRETS = '', SERVER = '', THEN } = process.env

/** The exchanges stand outside the project: all that is written below it is Retake's doing. */
export const exchanges = JSON.parse(readFileSync(SECRETS, 'utf8')) as SecretExchange[]

/** Makes a request and reads its answer to the end, as code that shows nobody what came. */
export async function play({
  name,
  path,
  method,
  headers,
  body,
  userInfo,
  transportError,
}: SecretExchange): Promise<void> {
  const key = process.env.OWN_API_KEY ?? ''
  const failing = {
    dispatch: (_: unknown, handler: { onError(error: Error): void }) =>
      handler.onError(new Error(fillIn(transportError ?? '', key))),
  }
  if (name === 'endless') writeFileSync('pid', String(process.pid))
  try {
    const answer = await fetch(
      `http://${userInfo ? `${userInfo}@` : ''}${SERVER}/${name}${fillIn(path, encodeURIComponent(key))}`,
      {
        method,
        headers: [...defaultType(headers), ['authorization', `Bearer ${key}`]],
        body: fillIn(body, key),
        ...(transportError && { dispatcher: failing }),
      } as object,
    )
    await answer.text()
  } catch {}
  if (THEN === 'throw') throw new TypeError('the code under test is broken')
}

function defaultType(headers: [string, string][]): [string, string][] {
  return headers.some(([name]) => name === 'content-type')
    ? headers
    : [...headers, ['content-type', 'application/json']]
}
