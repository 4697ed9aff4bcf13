import { expect, test, vi } from 'vitest'
import { askAboutOrder } from '../src/order-agent.ts'

test('looks an order up before it answers', async () => {
  const findOrder = vi.fn((number: number) => ({ number, status: 'shipped' }))
  const answer = await askAboutOrder('Please find order 4711: has it left?', findOrder)
  expect(findOrder).toHaveBeenCalledExactlyOnceWith(4711)
  expect(answer).toContain('shipped')
})
