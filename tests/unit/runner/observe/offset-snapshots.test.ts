import { describe, expect, it } from 'vitest'
import { snapshotsWithin } from '../../../../src/runner/observe/offset-snapshots.ts'

describe('the number of offset snapshots', () => {
  it.each([
    { spanMs: 60_000, snapshotMs: 100, snapshots: 30 },
    { spanMs: 600_000, snapshotMs: 100, snapshots: 60 },
    // 2,000 partitions of one broker at 10 requests/s.
    { spanMs: 60_000, snapshotMs: 2_000, snapshots: 6 },
    { spanMs: 1_000, snapshotMs: 2_000, snapshots: 1 },
  ])('is $snapshots in $spanMs ms if one takes $snapshotMs ms', ({ spanMs, snapshotMs, snapshots }) => {
    expect(snapshotsWithin(spanMs, snapshotMs)).toBe(snapshots)
  })
})
