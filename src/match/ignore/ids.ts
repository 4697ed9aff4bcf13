import type { ReadyRule, Span } from './ready-rule.ts'

/** What model APIs and their SDKs put before an id that they generate. */
const prefixes = [
  ...[
    'call_',
    'toolu_',
    'srvtoolu_',
    'tooluse_',
    'msg_',
    'msg-',
    'resp_',
    'req_',
    'fc_',
    'fs_',
    'ws_',
    'rs_',
  ],
  ...['ci_', 'cu_', 'ctc_', 'mcp_', 'mcpl_', 'mcpr_', 'item_', 'run_', 'run-', 'step_', 'thread_', 'conv_'],
  ...[
    'asst_',
    'batch_',
    'vs_',
    'file-',
    'file_',
    'chatcmpl-',
    'cmpl-',
    'gen-',
    'aitxt-',
    'aiobj-',
    'container_',
  ],
]

const candidate = new RegExp(`(?<![A-Za-z0-9_-])(?:${prefixes.join('|')})([A-Za-z0-9_-]{8,})`, 'g')
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Ids that a model API or SDK generated (`call_…`, `toolu_…`, `msg_…`), and the ids of JSON-RPC messages, which
 * {@link rewriteRequest} finds by their place. The prefix stays, and which ids are the same still counts.
 */
export const ids: ReadyRule = {
  name: 'ids',
  scope: 'everywhere',
  find(text) {
    const spans: Span[] = []
    for (const match of text.matchAll(candidate)) {
      const tail = match[1] as string
      const start = match.index
      if (isGenerated(tail)) spans.push({ start, end: start + match[0].length })
    }
    return spans
  },
  replace(found, number) {
    const prefix = /^[a-z]+[_-]/.exec(found)?.[0] ?? ''
    return `${prefix}‹id ${number(found)}›`
  },
}

/**
 * Whether what follows a prefix looks drawn by lot rather than chosen: a function may well be called
 * `call_customer_service`. A missed id costs a mismatch, a name taken for an id would hide a change, so doubt is no.
 */
function isGenerated(tail: string): boolean {
  if (uuid.test(tail) || /^(?=.*\d)[0-9a-f]+$/.test(tail)) return true
  if (tail.length < 16) return false
  const digits = count(tail, /\d/g)
  const capitals = count(tail, /[A-Z]/g)
  const small = count(tail, /[a-z]/g)
  // Words are rarely capitalised at every fourth letter; letters drawn by lot are at every second.
  if (/[_-]/.test(tail)) return small >= 2 && (capitals > tail.length / 4 || (capitals >= 2 && digits >= 2))
  return digits >= 2 || /\d[A-Za-z]/.test(tail) || (small >= 2 && capitals > tail.length / 5)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
