import { describe, expect, it } from 'vitest'
import { framingOf } from '../../../src/evidence/framing.ts'
import { planOf } from '../measurement/simulated-run.ts'

/** Two producers "headroom-run-1-p0", "-p1" and groups of one member each, on "headroom-run-orders" with 4 partitions. */
const plan = planOf({ groups: 2 })
const [client, topic] = ['headroom-run-1-p0'.length, 'headroom-run-orders'.length]

describe('the framing of requests and responses', () => {
  it('is 40 bytes plus client id and topic name per produce request', () => {
    expect(framingOf(plan, { requestsPerSec: 100 }, 1).ingressWireBytesPerSec).toBe(100 * (40 + client + topic))
    expect(framingOf({ ...plan, producers: [] }, { requestsPerSec: 100 }, 1).ingressWireBytesPerSec).toBe(4000)
  })

  it('uses the longest names if they differ', () => {
    const [first, ...rest] = plan.producers
    if (first === undefined) throw new Error('the plan has no producer')
    const producers = [{ ...first, clientId: `${first.clientId}-of-two` }, ...rest]
    const { ingressWireBytesPerSec } = framingOf({ ...plan, producers }, { requestsPerSec: 1 }, 1)
    expect(ingressWireBytesPerSec).toBe(40 + client + 7 + topic)
  })

  it('is 28 bytes, the topic name and 42 bytes per partition of the broker per fetch response, for each group', () => {
    // An answer for each batch, and two a second from a broker where nothing comes for 500 ms.
    const answer = 28 + topic + 42 * 4
    expect(framingOf(plan, { requestsPerSec: 100 }, 1).egressWireBytesPerSec).toBe(2 * (100 + 2) * answer)
  })

  it('has fewer partitions per response if more brokers or members share them, and at least one', () => {
    const onThree = framingOf(plan, { requestsPerSec: 100 }, 3).egressWireBytesPerSec
    expect(onThree).toBe(2 * (100 + 3 * 2) * (28 + topic + 42 * 2))
    const spread = 2 * (100 + 4 * 2) * (28 + topic + 42)
    expect(framingOf(plan, { requestsPerSec: 100 }, 9).egressWireBytesPerSec).toBe(spread)
    // Not known: there may be as many as partitions.
    expect(framingOf(plan, { requestsPerSec: 100 }, null).egressWireBytesPerSec).toBe(spread)
    const groups = plan.consumerGroups.map((group) => ({ ...group, members: 2 }))
    expect(framingOf({ ...plan, consumerGroups: groups }, { requestsPerSec: 100 }, 1).egressWireBytesPerSec).toBe(
      2 * (100 + 2 * 2) * (28 + topic + 42 * 2),
    )
  })

  it('counts the partitions of the topic that is read', () => {
    const [own] = plan.topics
    if (own === undefined) throw new Error('the plan has no topic')
    const topics = [{ ...own, name: 'headroom-run-others', partitions: 9 }, own]
    const read = framingOf({ ...plan, topics }, { requestsPerSec: 100 }, 1).egressWireBytesPerSec
    expect(read).toBe(2 * (100 + 2) * (28 + topic + 42 * 4))
  })

  it('counts the responses that end a wait by the maximum wait, which is at least a millisecond', () => {
    const withWait = (fetchMaxWaitMs: number) => {
      const consumerGroups = plan.consumerGroups.slice(0, 1).map((group) => ({ ...group, fetchMaxWaitMs }))
      return framingOf({ ...plan, consumerGroups }, { requestsPerSec: 0 }, 1).egressWireBytesPerSec
    }
    const answer = 28 + topic + 42 * 4
    expect([withWait(100), withWait(1), withWait(0)]).toEqual([10 * answer, 1000 * answer, 1000 * answer])
  })

  it('assumes one partition for a topic that the plan does not create', () => {
    const { egressWireBytesPerSec } = framingOf({ ...plan, topics: [] }, { requestsPerSec: 0 }, 1)
    expect(egressWireBytesPerSec).toBe(2 * 2 * (28 + topic + 42))
    expect(framingOf({ ...plan, consumerGroups: [] }, { requestsPerSec: 9 }, 1).egressWireBytesPerSec).toBe(0)
  })
})
