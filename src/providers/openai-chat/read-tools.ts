import type { JsonValue } from '../../json/value.ts'
import type { ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'

/** The tools that a request in OpenAI's form offers, and its functions in the form of 2023. */
export function readTools(body: JsonValue | undefined): ToolOffer[] {
  const tools = listIn(body, 'tools').map((tool, at) =>
    readTool(objectIn(tool, 'function'), tool, ['tools', at]),
  )
  // The form of 2023, which some clients still send.
  const functions = listIn(body, 'functions').map((tool, at) => readTool(tool, tool, ['functions', at]))
  return [...tools, ...functions]
}

function readTool(definition: JsonValue, tool: JsonValue, path: (string | number)[]): ToolOffer {
  const custom = fieldIn(tool, 'custom')
  const name = textIn(definition, 'name') ?? textIn(custom, 'name') ?? textIn(tool, 'type') ?? 'unnamed'
  const description = textIn(definition, 'description') ?? textIn(custom, 'description')
  const parameters = fieldIn(definition, 'parameters')
  return {
    name,
    path,
    ...(description === null ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  }
}
