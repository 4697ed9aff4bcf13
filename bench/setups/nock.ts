import nock from 'nock'
import { afterAll, afterEach, beforeAll } from 'vitest'

beforeAll(() => nock.disableNetConnect())
afterEach(() => nock.cleanAll())
afterAll(() => nock.restore())
