import { bedrockClient } from './bedrock.mjs'

export default (origin) => bedrockClient(origin)
