/**
 * Share groups (KIP-932) of a reading: they count as consumer groups, and a question says so.
 */
import { describe, expect, it } from 'vitest'
import type { ReadGroup } from '../../../src/contracts/cluster-reading.ts'
import { condensed } from './known-observation.ts'
import { knownReading, ordersTopic as orders } from './known-reading.ts'

describe('the facts of share groups', () => {
  it('has share groups as consumer groups, and says so without their names', () => {
    const reading = knownReading([orders])
    const [name = '', partitions = 0] = [reading.topics[0]?.name, reading.topics[0]?.partitions.length]
    const member = { clientId: 'picker', host: '/10.0.0.2', assigned: [{ topic: name, partitions }] }
    const { startedAtEpochMs: firstAtEpochMs, endedAtEpochMs: lastAtEpochMs } = reading
    const offsets = { partitions: [0], firstAtEpochMs, lastAtEpochMs, first: [100], last: [700] }
    const share: ReadGroup = {
      groupId: 'pickers',
      protocolType: 'share',
      protocol: 'share',
      state: 'Stable',
      // More members than partitions are allowed.
      members: Array.from({ length: partitions + 1 }, () => member),
      committed: [{ topic: name, ...offsets }],
    }
    const { facts, questions } = condensed({ ...reading, groups: [share] })
    const ofGroup = facts.filter((fact) => fact.of === 'read' && fact.group === 'pickers')
    expect(ofGroup.find(({ field }) => field === 'members')?.value).toBe(partitions + 1)
    const seconds = (lastAtEpochMs - firstAtEpochMs) / 1_000
    expect(ofGroup.find(({ field }) => field === 'recordsOutPerSec')?.value).toBeCloseTo(600 / seconds)
    expect(facts.find(({ field }) => field === 'consumerGroups')?.value).toBe(1)
    expect(questions).toMatchObject([
      { id: 'share-groups-as-consumer-groups', text: expect.stringContaining('1 share group (KIP-932)') },
    ])
    expect(JSON.stringify(questions)).not.toContain('pickers')
  })

  it('says that share groups are there whose reads are not seen, without their names', () => {
    const reading = knownReading([orders])
    const share = { protocolType: 'share', protocol: 'share', state: null, members: null, committed: null } as const
    const groups = [...(reading.groups ?? []), { ...share, groupId: 'pickers' }]
    expect(condensed(reading).questions).toEqual([])
    const [question] = condensed({ ...reading, groups }).questions
    expect(question).toMatchObject({ id: 'share-groups', text: expect.stringContaining('does 1 share group read') })
    expect(JSON.stringify(question)).not.toContain('pickers')
  })
})
