import { expect, test } from 'vitest'
import { clockText, type FleetAgent, fleetSentences } from '../../../../src/presentation/run/fleet-sentences.ts'

function agent(change: Partial<FleetAgent> = {}): FleetAgent {
  const clock = { offsetMs: 200, boundMs: 0.3 }
  return {
    name: 'a:1',
    producerIds: ['p1', 'p2'],
    groupIds: ['g'],
    loadFraction: 0.6,
    clockBefore: clock,
    clockAfter: { offsetMs: 199, boundMs: 0.5 },
    lost: null,
    ...change,
  }
}

test('a run on this machine says nothing of agents', () => {
  expect(fleetSentences([])).toEqual([])
})

test('each agent is named with its share, and the clocks with twice the worst error: drift and bound', () => {
  const lost = {
    ...agent({ name: 'b:1', groupIds: [], loadFraction: 0.4, clockAfter: null }),
    lost: { lastSecond: 7, why: 'gone' },
  }
  const [load, clocks] = fleetSentences([agent(), lost])
  expect(load).toBe(
    'The load came from a:1 (60 %: 2 producers, 1 consumer group); b:1 (40 %: 2 producers, 0 consumer groups, lost after second 7).',
  )
  // 1 ms of drift and a bound of 0.5 ms on each of two agents.
  expect(clocks).toContain('200 ms off')
  expect(clocks).toContain('not after it on every agent')
  expect(clocks).toContain('wrong by at most 3 ms')
})

test('of a group that several agents run, the members on each are counted', () => {
  const shared = agent({ groupIds: [], groupParts: [{ groupId: 'g', members: [0, 1, 2] }] })
  expect(fleetSentences([shared])[0]).toBe(
    'The load came from a:1 (60 %: 2 producers, 0 consumer groups, 3 members of a group that other agents read too).',
  )
})

test('of many agents, eight are named and the others counted', () => {
  expect(fleetSentences(Array.from({ length: 40 }, () => agent()))[0]).toContain('and 32 more')
})

test('a clock that is behind is described differently from one that agrees', () => {
  expect(clockText({ offsetMs: -200.31, boundMs: 0.02 })).toBe('−200.3 ms ± 0.1 ms')
  expect(clockText({ offsetMs: 0.01, boundMs: 0.42 })).toBe('0 ms ± 0.4 ms')
})
