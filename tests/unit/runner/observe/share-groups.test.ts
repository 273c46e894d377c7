/**
 * Share groups (KIP-932) in a reading.
 */
import { describe, expect, it } from 'vitest'
import { startFakeBroker } from './fake-broker.ts'
import { readFrom } from './read-from.ts'

describe('the reading of share groups', () => {
  it('has members and start offsets of a share group, of which several members read the same partitions', async () => {
    const { server, requests } = await startFakeBroker(null, 0, { shareGroups: ['pickers'] })
    const { groups, refusals } = await readFrom(server)
    const group = groups?.find(({ groupId }) => groupId === 'pickers')
    expect(refusals).toEqual([])
    expect(group).toMatchObject({
      protocol: 'share',
      state: 'Stable',
      committed: [{ topic: 'orders', last: [700, null] }],
    })
    expect(group?.members).toHaveLength(3)
    expect(group?.members?.[0]).toEqual({
      clientId: 'picker-a',
      host: '/10.0.0.2',
      assigned: [{ topic: 'orders', partitions: 2 }],
    })
    // The requests of other groups do not know it.
    expect(requests.filter((apiKey) => apiKey === 9)).toHaveLength(1)
  })

  it('asks nothing about share groups if there is none', async () => {
    const { server, requests } = await startFakeBroker()
    await readFrom(server)
    expect(requests.filter((apiKey) => apiKey === 77 || apiKey === 90)).toEqual([])
  })
})
