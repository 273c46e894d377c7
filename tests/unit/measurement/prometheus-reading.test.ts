import { expect, it } from 'vitest'
import { keyOf } from '../../../src/measurement/prometheus-reading.ts'

it('a series is found again whatever the order of its labels, which may differ from reading to reading', () => {
  const key = keyOf({ name: 'requests', labels: { broker: '1', topic: 'orders', client: 'a' } })
  expect(keyOf({ name: 'requests', labels: { topic: 'orders', client: 'a', broker: '1' } })).toBe(key)
  expect(keyOf({ name: 'requests', labels: { client: 'a', broker: '1', topic: 'orders' } })).toBe(key)
})

it.each([
  ['name', { name: 'bytes', labels: { broker: '1' } }],
  ['label', { name: 'requests', labels: { host: '1' } }],
  ['value of a label', { name: 'requests', labels: { broker: '2' } }],
  ['number of labels', { name: 'requests', labels: { broker: '1', topic: 'orders' } }],
])('another %s is another series', (_what, other) => {
  expect(keyOf(other)).not.toBe(keyOf({ name: 'requests', labels: { broker: '1' } }))
})
