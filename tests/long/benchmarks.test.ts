/**
 * The short profile of each published benchmark on a real Kafka. A laptop proves no rate here: that every row is measured,
 * that the table is whole and that nothing is left is what can fail.
 */
import { describe, expect } from 'vitest'
import { headroomJson, itInWorkspace, leftAfter } from '../integration/validate-support.ts'

const benchmarks = [
  { id: 'confluent-cku', words: ['--scale', '0.05'], rows: ['aws', 'gcp'] },
  {
    id: 'instaclustr-partitions',
    words: [],
    rows: ['partitions-3', 'partitions-12', 'partitions-300', 'consumers-all', 'latency-all'],
  },
  { id: 'banzai-flat-out', words: [], rows: ['brokers-3', 'bytes-100'] },
  { id: 'huawei-scenarios', words: [], rows: ['batch-1k', 'batch-16k', 'cross-zone', 'rf3-sync', 'rf3-async'] },
  { id: 'aiven-writers', words: [], rows: ['business-8-upcloud', 'premium-8-upcloud'] },
] as const

describe.each(benchmarks)('the short profile of $id', ({ id, words, rows }) => {
  itInWorkspace(
    'measures each of its rows beside predicted and published, and leaves nothing',
    async ({ workspace }) => {
      const call = ['benchmark', id, '--profile', 'smoke', '--target', 'embedded:kafka', ...words]
      const { exitCode, value, err } = await headroomJson(workspace, call)
      expect(exitCode, err).toBe(0)
      const { benchmark } = value.summary
      expect(benchmark.rows.map((row: { caseId: string }) => row.caseId)).toEqual(rows)
      for (const { cells } of benchmark.rows) {
        expect(cells[0].measured.mean).toBeGreaterThan(0)
        expect(cells[0].predicted.likely).toBeGreaterThan(0)
      }
      for (const result of value.results) expect(result.verdict).toBeNull()
      expect(await leftAfter(workspace)).toEqual([])
    },
  )
})
