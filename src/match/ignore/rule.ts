import type { RecordedRequest } from '../../cassette/records.ts'
import type { IgnoreName } from './names.ts'

/**
 * One entry of the option `ignore`: the name of a ready-made rule, a field path (`metadata.run_id`, `messages[].id`,
 * `headers.x-tenant`, `url.query.trace`; `[]` is any index, `*` any key), or a pure function that returns the request
 * without what does not matter. It gets a copy, so changing that in place is fine.
 */
export type IgnoreRule = IgnoreName | (string & {}) | ((request: RecordedRequest) => RecordedRequest)
