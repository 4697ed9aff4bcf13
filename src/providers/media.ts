import { createHash } from 'node:crypto'
import type { Part } from './dialect.ts'
import type { FormPart } from './form-parts.ts'

/**
 * Names media for a reader without showing it: `image/png, 12,345 bytes, sha256 0123456789ab` for inline data (base64 or
 * a data URL), the address for a link.
 */
export function mediaLabel(kind: string, source: { data?: string | null; url?: string | null }): string {
  const dataUrl = /^data:([^,]*),(.*)$/s.exec(source.url ?? '')
  if (dataUrl) {
    const [type = '', ...parameters] = (dataUrl[1] as string).split(';')
    const encoding = parameters.includes('base64') ? 'base64' : 'utf8'
    return bytesLabel(type || kind, Buffer.from(dataUrl[2] as string, encoding))
  }
  if (source.data) return bytesLabel(kind, Buffer.from(source.data, 'base64'))
  return source.url ? `${kind} ${source.url}` : kind
}

/** Names bytes by what they are, their size and their hash. */
export function bytesLabel(kind: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return `${kind}, ${bytes.length.toLocaleString('en-US')} bytes, sha256 ${hash}`
}

/** The files that a form uploads, each with its field and name. */
export function readFormFiles(parts: readonly FormPart[]): Part[] {
  return parts.flatMap(({ name, filename, contentType, bytes }): Part[] =>
    filename === null
      ? []
      : [{ kind: 'media', label: `${name} ${filename}: ${bytesLabel(contentType ?? 'file', bytes)}` }],
  )
}
