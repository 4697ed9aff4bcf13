import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, objectIn, textIn } from '../fields.ts'

/**
 * What a guardrail found, of the trace of a conversation: `guardrail {"policy": "topicPolicy", "name": "Finance", "action":
 * "BLOCKED"}`. Its units and latencies are left out. Nothing where it found nothing.
 */
export function readGuardrail(trace: JsonValue | undefined): Part[] {
  const guardrail = objectIn(trace, 'guardrail')
  const places = [fieldIn(guardrail, 'inputAssessment'), fieldIn(guardrail, 'outputAssessments')]
  return places.flatMap((place) => (isJsonObject(place) ? Object.values(place) : [])).flatMap(readAssessments)
}

/** The findings of one assessment or a list of them. */
export function readAssessments(assessments: JsonValue | undefined): Part[] {
  const list = Array.isArray(assessments) ? assessments : [assessments ?? null]
  return list.flatMap((assessment) => {
    if (!isJsonObject(assessment)) return []
    return Object.entries(assessment).flatMap(([policy, value]) =>
      policy.endsWith('Policy') ? findingsIn(value).map((finding) => partOf(policy, finding)) : [],
    )
  })
}

/** The lists of a policy hold its findings: `topics`, `filters`, `piiEntities`, … */
function findingsIn(policy: JsonValue): JsonValue[] {
  const lists = isJsonObject(policy) ? Object.values(policy).filter(Array.isArray) : []
  return lists.flat().filter((finding) => !['NONE', null].includes(textIn(finding, 'action')))
}

function partOf(policy: string, finding: JsonValue): Part {
  const shown = ['name', 'type', 'match', 'action'].flatMap((key) => {
    const value = textIn(finding, key)
    return value === null ? [] : [[key, value] as const]
  })
  return { kind: 'other', label: 'guardrail', value: { policy, ...Object.fromEntries(shown) } }
}
