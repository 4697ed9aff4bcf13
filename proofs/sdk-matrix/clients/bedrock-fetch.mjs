import { FetchHttpHandler } from '@smithy/fetch-http-handler'
import { bedrockClient } from './bedrock.mjs'

export default (origin) => bedrockClient(origin, new FetchHttpHandler())
