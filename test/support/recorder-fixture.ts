import { afterAll, afterEach, beforeAll } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { askFiles, testFile } from './agent-files.ts'
import { UserProject } from './user-project.ts'

/** A loopback provider for the tests of a file, and projects that are removed when their test ends. */
export interface RecorderFixture {
  readonly provider: RunningProvider
  /** Environment in which the provider answers and a key is set. */
  live(mode?: string): Record<string, string>
  /** Environment in which nothing listens and no key is set. */
  dead: Record<string, string>
  /** A project whose `src/ask.test.ts` has this body; see agent-files.ts for what it may use. */
  project(body: string, files?: Record<string, string>): Promise<UserProject>
}

/** Registers the hooks that start and stop it all; call it once at the top of a test file. */
export function useRecorderFixture(): RecorderFixture {
  let provider: RunningProvider
  const projects: UserProject[] = []
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())
  afterEach(() => {
    for (const project of projects.splice(0)) project.remove()
    provider.requests.length = 0
  })
  return {
    get provider() {
      return provider
    },
    live: (mode) => ({
      PROVIDER_URL: provider.url,
      OPENAI_API_KEY: 'sk-e2e-0123456789abcdefghij',
      ...(mode && { RETAKE: mode }),
    }),
    dead: { PROVIDER_URL: 'http://127.0.0.1:9' },
    async project(body, files = {}) {
      const project = await UserProject.create({ ...askFiles, 'src/ask.test.ts': testFile(body), ...files })
      projects.push(project)
      return project
    },
  }
}
