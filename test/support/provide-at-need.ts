/** Unit tests run the sources, where `at-need.cjs` is not built. */
import * as module from '../../src/session/at-need.ts'
import { provideAtNeed } from '../../src/session/load-at-need.ts'

provideAtNeed(module)
