import { describe, expect, it } from 'vitest'
import type { SmallerSize } from '../../../../src/planning/smaller-size.ts'
import { paintTerminalBlocks } from '../../../../src/presentation/painters/terminal-painter.ts'
import { smallerSizeSections } from '../../../../src/presentation/sizing/smaller-size-section.ts'
import { first } from '../../capacity/known-files.ts'

const unitName = { singular: 'CKU', plural: 'CKUs' }
const linger = { path: 'workload.producers.0.lingerMs', value: 50 }
const fetch = { path: 'workload.consumerGroups.0.fetchMinBytes', value: 1_048_576 }

function change(parts: Partial<SmallerSize>): SmallerSize {
  const smallest = { size: 3, dimension: 'requests', targetUtilisation: 0.8 } as const
  return { kinds: ['batching'], changes: [linger], scenario: first, smallest, ...parts }
}
const now = { size: 21, dimension: 'requests', targetUtilisation: 0.8 } as const
const given = { words: ['my orders.headroom.json'], offering: first.deployment.offering }

/** Lines are broken at 100 columns at most. */
function text(found: readonly SmallerSize[], before: typeof now | null = now, of = first): string {
  const [section] = smallerSizeSections({ now: before, found }, { scenario: of, unitName, given })
  return paintTerminalBlocks(section?.blocks ?? [], 300).replace(/\s+/g, ' ')
}

describe('the section on a smaller size', () => {
  it('begins with the smallest size, what to set for it by Kafka’s names, and the size without', () => {
    const found = [change({ kinds: ['batching', 'fetching'], changes: [linger, fetch] })]
    expect(text(found)).toContain(
      `3 CKUs are enough with linger.ms 50 and fetch.min.bytes 1,048,576 of billing (records come up to ${550 - (first.workload.producers[0]?.lingerMs ?? 0)} ms later). As it is, the workload needs 21 CKUs.`,
    )
    expect(text(found, null)).toContain('later). As it is, no size keeps every limit at its target.')
    expect(text(found)).toContain(
      "headroom predict 'my orders.headroom.json' --set workload.producers.0.lingerMs=50 --set workload.consumerGroups.0.fetchMinBytes=1048576 --size 3",
    )
  })

  it('names what each change costs', () => {
    expect(text([change({})])).toContain('Records wait up to 50 ms')
    expect(text([change({ kinds: ['fetching'], changes: [fetch] })])).toContain('wait up to 500 ms (fetch.max.wait.ms)')
    const batch = { path: 'workload.producers.0.batchBytes', value: 262_144 }
    expect(text([change({ changes: [batch] })])).toContain('batches of up to 262.1 kB')
    const fewer = { path: 'workload.topics.0.partitions', value: 12 }
    expect(text([change({ kinds: ['partitions'], changes: [fewer] })])).toContain('an existing one cannot lose')
    const more = { path: 'workload.topics.0.partitions', value: 48 }
    const added = text([change({ kinds: ['partitions'], changes: [more] })])
    expect(added).toContain('48 instead of 24 partitions of orders')
    expect(added).toContain('moves keys')
    // A batch size is larger than any number of partitions, and is none.
    const both = text([change({ kinds: ['batching', 'partitions'], changes: [batch, fewer] })])
    expect(both).toContain('an existing one cannot lose')
  })

  it('says that a compression ratio is assumed', () => {
    const codec = { path: 'workload.producers.0.compression', value: 'lz4' }
    const ratio = { path: 'workload.producers.0.compressionRatio', value: 0.5 }
    const found = text([change({ kinds: ['compression'], changes: [codec, ratio] })])
    expect(found).toContain('with compression.type lz4, if it leaves half of the bytes.')
    expect(found).toContain('Assumes that lz4 leaves 50 % of the bytes')
  })

  it('is left out if there is no such change', () => {
    expect(smallerSizeSections({ now, found: [] }, { scenario: first, unitName })).toEqual([])
  })
})
