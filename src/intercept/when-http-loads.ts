/** What `diagnostics_channel` exports, of which one function is replaced for a while. */
type Channels = typeof import('node:diagnostics_channel')

/** On the function that waits, of whatever copy of Retake. */
const mark = Symbol.for('retake.waits-for-http')

/** The channel that Node's HTTP client makes for itself as it loads. */
const clientChannel = 'http.client.request.start'

/**
 * Runs a function with Node's HTTP client: at once where it is loaded, else as soon as anybody loads it, unless a function
 * waits for that already. Most test files never load it, and it costs milliseconds. `https` comes too where that is loaded.
 *
 * Node tells nobody of a builtin that loads. But its client makes a diagnostics channel then, through the same exported
 * function as everybody. Of a Node that does otherwise, the client is loaded here.
 */
export function whenHttpLoads(
  found: (http: typeof import('node:http'), https: typeof import('node:https') | null) => void,
): void {
  const isLoaded = (name: string) => loaded?.includes(`NativeModule ${name}`) ?? true
  const load = () =>
    found(
      process.getBuiltinModule('node:http'),
      isLoaded('https') ? process.getBuiltinModule('node:https') : null,
    )
  const { moduleLoadList: loaded } = process as { moduleLoadList?: readonly string[] }
  if (isLoaded('_http_client')) {
    load()
    return
  }
  const channels = process.getBuiltinModule('node:diagnostics_channel') as Channels
  const { channel } = channels
  if (mark in channel) return
  const watched: Channels['channel'] = (name) => {
    if (name === clientChannel) {
      channels.channel = channel
      // The client is still loading; nobody has it before this.
      queueMicrotask(load)
    }
    return channel(name)
  }
  channels.channel = Object.assign(watched, { [mark]: true })
}
