import type { ScenarioInput } from '../../src/contracts/scenario.ts'

/** The load of experiments with Java producers of keyed records to the topic `written`, for the model. */
export function keyedJavaLoad(
  topics: readonly { readonly name: string; readonly partitions: number; readonly replicationFactor: number }[],
  {
    producers,
    recordsPerSec,
    valueBytes,
    lingerMs,
  }: {
    readonly producers: number
    readonly recordsPerSec: number
    readonly valueBytes: number
    readonly lingerMs: number
  },
): ScenarioInput['workload'] {
  return {
    clientFamily: 'java',
    // Clients and brokers are on one machine.
    roundTripMs: 0.05,
    topics: [...topics],
    producers: [
      {
        name: 'producers',
        topic: 'written',
        clients: producers,
        peakRecordsPerSec: recordsPerSec,
        recordValueBytes: valueBytes,
        keys: { kind: 'uniform' },
        lingerMs,
        acks: 'all',
      },
    ],
  }
}
