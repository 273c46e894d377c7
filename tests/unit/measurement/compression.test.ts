import { describe, expect, it } from 'vitest'
import { compressionOver } from '../../../src/measurement/compression.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

const [producer] = smallPlan({ runId: 'ratio' }).producers
if (producer === undefined) throw new Error('no producer')

function seconds(batches: readonly { count: number; records: number; bytes: number }[]) {
  return batches.map((each) => ({ producers: [{ producerId: producer?.id ?? '', batches: each }] }))
}

describe('the measured compression ratio', () => {
  const plan = {
    ...smallPlan({ runId: 'ratio' }),
    producers: [{ ...producer, batchedRecordBytes: 100, compressionRatio: 0.3 }],
  }

  it('is compressed / uncompressed bytes, without the headers of batches', () => {
    const samples = seconds([
      { count: 10, records: 100, bytes: 10 * 61 + 2_000 },
      { count: 5, records: 100, bytes: 5 * 61 + 4_000 },
    ])
    // 6,000 of 20,000 bytes.
    expect(compressionOver(plan, samples as never)).toEqual({ measuredRatio: 0.3, statedRatio: 0.3 })
  })

  it('is unknown if nothing was sent, and for older plans and samples', () => {
    expect(compressionOver(plan, seconds([{ count: 0, records: 0, bytes: 0 }]) as never)?.measuredRatio).toBeNull()
    expect(
      compressionOver(smallPlan({ runId: 'ratio' }), seconds([{ count: 1, records: 1, bytes: 9 }]) as never),
    ).toBeNull()
    expect(compressionOver(plan, [{ producers: [{ producerId: producer.id }] }] as never)).toBeNull()
  })
})
