import { setupServer } from 'msw/node'
import { snapshot } from 'msw-snapshot'
import { afterAll, beforeAll } from 'vitest'

const server = setupServer(snapshot({ basePath: '__snapshot__', updateSnapshots: 'none' }))
beforeAll(() => server.listen())
afterAll(() => server.close())
