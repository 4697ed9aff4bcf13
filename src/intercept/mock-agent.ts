/** Where every copy of undici, Node's own among them, keeps the dispatcher that requests go by unless they name another. */
export const dispatcherKey = Symbol.for('undici.globalDispatcher.1')

/** Whether undici's own mocks stand in for the network: `setGlobalDispatcher(new MockAgent())`. */
export function hasMockAgent(): boolean {
  const dispatcher = (globalThis as { [dispatcherKey]?: object })[dispatcherKey]
  return dispatcher?.constructor.name === 'MockAgent'
}
