/**
 * Computes acknowledged records/s per partition, second by second.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { PartitionSeconds } from '../contracts/run-seconds.ts'
import type { Sample } from '../contracts/sample.ts'

/** At most this many partitions are listed, the busiest ones. The skew in a result covers all partitions. */
const maxListedPartitions = 40

interface Column {
  readonly topic: string
  readonly partition: number
  readonly recordsPerSec: Float64Array
  totalRecords: number
}

/**
 * One column for each of the busiest partitions, with one value per sample of the load. Missing seconds are left out.
 */
export function partitionSecondsOf(plan: RunPlan, samples: readonly Sample[]): PartitionSeconds {
  const load = samples
    .filter(({ second, durationMs }) => second * 1000 < plan.durationMs && durationMs > 0)
    .sort((one, other) => one.second - other.second)
  // On the cluster, the name of a topic has the run's prefix. Users see the name without it, as in the scenario.
  const topicOf = new Map(plan.producers.map(({ id, topic }) => [id, topic.split(`${plan.runId}-`).at(-1) ?? topic]))
  const columns = new Map<string, Column>()
  for (const [index, sample] of load.entries()) {
    for (const producer of sample.producers) {
      const topic = topicOf.get(producer.producerId) ?? ''
      for (const [partition, records] of Object.entries(producer.ackedRecordsByPartition)) {
        const column = columnOf(columns, topic, partition, load.length)
        column.recordsPerSec[index] = (column.recordsPerSec[index] ?? 0) + (records * 1000) / sample.durationMs
        column.totalRecords += records
      }
    }
  }
  const all = [...columns.values()].sort((one, other) => other.totalRecords - one.totalRecords)
  const records = all.reduce((sum, { totalRecords }) => sum + totalRecords, 0)
  const seconds = load.reduce((sum, { durationMs }) => sum + durationMs / 1000, 0)
  return {
    partitions: all.length,
    seconds: Float64Array.from(load, ({ second }) => second),
    busiest: all.slice(0, maxListedPartitions).map(({ topic, partition, recordsPerSec }) => ({
      ...{ topic, partition, recordsPerSec },
    })),
    evenRecordsPerSec: seconds === 0 || all.length === 0 ? 0 : records / seconds / all.length,
  }
}

function columnOf(columns: Map<string, Column>, topic: string, partition: string, length: number): Column {
  const name = `${topic}/${partition}`
  const known = columns.get(name)
  if (known !== undefined) return known
  const column = { topic, partition: Number(partition), recordsPerSec: new Float64Array(length), totalRecords: 0 }
  columns.set(name, column)
  return column
}
