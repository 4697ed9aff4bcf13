import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { aiClient } from './ai.mjs'

export default (baseURL) =>
  aiClient(
    createAmazonBedrock({
      baseURL,
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'secret',
    })('amazon.nova-lite-v1:0'),
  )
