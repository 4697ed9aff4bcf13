import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { installSocketGuard } from '../../src/intercept/socket-guard.ts'

const attempts: unknown[] = []
// Someone who allows no connections at all, and came first.
Socket.prototype.connect = function banned(...args: unknown[]) {
  attempts.push(args)
  throw new Error('no connections here')
}
installSocketGuard(() => null)

test('the guard makes no connection of its own when it comes', () => {
  expect(attempts).toEqual([])
})
