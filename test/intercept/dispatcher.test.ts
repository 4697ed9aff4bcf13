import { expect, test } from 'vitest'
import { guardDispatcher } from '../../src/intercept/dispatcher.ts'
import { sendForwarded } from '../../src/intercept/own-connections.ts'

interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: unknown): boolean
}

const globals = globalThis as unknown as Record<symbol, Dispatcher>
const key = Symbol.for('undici.globalDispatcher.1')

/** What stands where a user has put a dispatcher of their own over Node's, and what it was asked for. */
async function userDispatcher(descriptor: PropertyDescriptor) {
  await fetch('data:,')
  const below = globals[key]
  const asked: string[] = []
  const dispatch: Dispatcher['dispatch'] = ({ origin }) => {
    asked.push(String(origin))
    return true
  }
  globals[key] = Object.create(below as object, { dispatch: { ...descriptor, value: dispatch } })
  return asked
}

test.each([{ writable: true, configurable: true }, {}])(
  'what is forwarded goes by the dispatcher that the user has made from Node’s, changeable or not: %o',
  async (descriptor) => {
    const asked = await userDispatcher(descriptor)
    guardDispatcher(() => undefined)
    guardDispatcher(() => undefined)
    sendForwarded(() => globals[key]?.dispatch({ origin: 'https://models.example.com' }, {}))
    expect(asked).toEqual(['https://models.example.com'])
  },
)

test('a probe ends before such a dispatcher', async () => {
  const asked = await userDispatcher({})
  let ended = 0
  const end = async (): Promise<never> => {
    ended++
    throw new Error('ended')
  }
  guardDispatcher(() => ({ url: new URL('https://models.example.com/v1'), end }))
  expect(() => globals[key]?.dispatch({ origin: 'https://models.example.com' }, {})).toThrow('no mock took')
  expect(ended).toBe(1)
  expect(asked).toEqual([])
})
