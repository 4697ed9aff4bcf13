import { NodeHttpHandler } from '@smithy/node-http-handler'
import { bedrockClient } from './bedrock.mjs'

export default (origin) => bedrockClient(origin, new NodeHttpHandler())
