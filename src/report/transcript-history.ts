import type { Answer, Message, Part } from '../providers/dialect.ts'
import { distinctJson } from './transcript-json.ts'

/** How much of a conversation an earlier call has shown. */
export interface Shared {
  /** Messages from the start, none split. */
  messages: number
  /** The first call that had them. */
  call: number
}

export interface History {
  /** Says what earlier calls share with a conversation, then remembers it and its answer. */
  add(call: number, messages: readonly Message[], answer: Answer): Shared
}

interface Node {
  call: number
  next: Map<string, Node>
}

/**
 * Remembers conversations as a tree of their parts, so that n calls of a growing conversation cost one walk each. Parts
 * rather than messages, because dialects split the same answer differently when it is sent back.
 */
export function createHistory(): History {
  const root: Node = { call: 0, next: new Map() }

  function add(call: number, messages: readonly Message[], answer: Answer): Shared {
    const shared: Shared = { messages: 0, call: 0 }
    let node = root
    let isKnown = true
    messages.forEach((message, at) => {
      const keys = message.parts.flatMap((part) => keyOf(message.role, part))
      for (const key of keys) {
        isKnown = isKnown && node.next.has(key)
        node = step(node, key, call)
      }
      if (isKnown && keys.length > 0) Object.assign(shared, { messages: at + 1, call: node.call })
    })
    for (const { parts } of answer.choices) {
      let end = node
      for (const key of parts.flatMap((part) => keyOf('assistant', part))) end = step(end, key, call)
    }
    return shared
  }

  return { add }
}

function step(node: Node, key: string, call: number): Node {
  let next = node.next.get(key)
  if (!next) {
    next = { call, next: new Map() }
    node.next.set(key, next)
  }
  return next
}

/** What makes two parts the same to a reader; ids do not. Nothing for parts that an answer loses when it is sent back. */
function keyOf(role: string, part: Part): string[] {
  if (part.kind === 'text' && part.text === '') return []
  if (role === 'assistant' && (part.kind === 'reasoning' || part.kind === 'other')) return []
  if (part.kind === 'tool_call') return [distinctJson([role, part.kind, part.name, part.arguments])]
  if (part.kind === 'tool_result') {
    const content = part.parts.flatMap((inner) => keyOf('tool', inner))
    return [distinctJson([role, part.kind, part.name, part.error ?? false, content])]
  }
  return [distinctJson([role, part])]
}
