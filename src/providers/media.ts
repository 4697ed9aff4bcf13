import { createHash } from 'node:crypto'

/**
 * Names media for a reader without showing it: `image/png, 12,345 bytes, sha256 0123456789ab` for inline data (base64 or
 * a data URL), the address for a link.
 */
export function mediaLabel(kind: string, source: { data?: string | null; url?: string | null }): string {
  const dataUrl = /^data:([^,]*),(.*)$/s.exec(source.url ?? '')
  if (dataUrl) {
    const [type = '', ...parameters] = (dataUrl[1] as string).split(';')
    return bytesLabel(type || kind, dataUrl[2] as string, parameters.includes('base64'))
  }
  if (source.data) return bytesLabel(kind, source.data, true)
  return source.url ? `${kind} ${source.url}` : kind
}

function bytesLabel(kind: string, text: string, isBase64: boolean): string {
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return `${kind}, ${bytes.length.toLocaleString('en-US')} bytes, sha256 ${hash}`
}
