import { describe, expect, it } from 'vitest'
import { hostFacts } from '../../../../src/presentation/models/host-facts.ts'

describe('a host in words', () => {
  it('lists what is known, bursts beside sustained rates, and what is not published', () => {
    const network = { sustainedBytesPerSec: 93_750_000, burstBytesPerSec: 1_250_000_000 }
    expect(hostFacts({ cores: 2, memoryBytes: 8 * 2 ** 30, network })).toEqual([
      ['Processors', '2'],
      ['Memory', '8.59 GB'],
      ['Network, each direction', '93.8 MB/s, in bursts 1.25 GB/s'],
      ['To attached volumes', 'not published'],
    ])
  })

  it('distinguishes local disks, and gives their size if it is known', () => {
    const disks = (localDisks: { writeBytesPerSec: number; capacityBytes?: number; count?: number }) =>
      hostFacts({ cores: 8, localDisks }).at(-1)
    expect(disks({ writeBytesPerSec: 667e6, capacityBytes: 5e12, count: 2 })).toEqual([
      'Local disks',
      '2, together 5 TB, writing 667 MB/s',
    ])
    expect(disks({ writeBytesPerSec: 200e6 })).toEqual(['Local disks', 'writing 200 MB/s'])
  })
})
