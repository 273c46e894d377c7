/**
 * Constraints of flushes to disk, if topics set `flush.messages`: of a broker's threads, and of one partition.
 */
import { formatInUnit } from '../../units/in-unit.ts'
import { groupDigits } from '../../units/number-text.ts'
import { type ConstraintModel, ownSource } from '../constraint-model.ts'
import { hottestFlushesPerSec } from '../hardware/flush-load.ts'
import { type Flushing, statedFlushMs } from '../hardware/flushing.ts'
import type { Situation } from '../situation.ts'
import { timeLawOfPieces } from '../time-law.ts'
import type { Traffic } from '../traffic.ts'
import { describeShare } from './partition-ingress.ts'

const source = ownSource(
  'flushes of a broker',
  'A thread that handles a request waits for the flush of what it appends, and a partition is flushed by one thread at a time. Tried on Apache Kafka 4.3.1 with a disk that was slowed down (docs/laws/flush.md).',
)

/** Flushes of the busiest broker against its request handlers, and of each topic's hottest partition against one. */
export function diskFlushConstraints(situation: Situation): ConstraintModel[] {
  const flushing = situation.hardware?.flushing ?? null
  if (flushing === null) return []
  return [threadsConstraint(situation, flushing), ...partitionConstraints(situation, flushing)]
}

const shared = { dimension: 'disk-flush', kind: 'physical', unit: 'flushes/s', source, mayBurst: false } as const

function threadsConstraint({ context }: Situation, flushing: Flushing): ConstraintModel {
  const { ioThreads, flushMs } = flushing
  const capacity = ((ioThreads * 1000) / flushMs) * context.capacityScale
  const demandAt = ({ broker }: Traffic) => broker?.flushesPerSec ?? 0
  return {
    ...shared,
    id: 'disk-flush',
    layer: 'storage',
    capacity,
    capacityText: () =>
      `${formatInUnit(ioThreads, 'threads')} / ${flushText(flushing)}${scaleText(context)} = ${formatInUnit(capacity, 'flushes/s')}`,
    timeLaw: timeLawOfPieces({ ...flushTime(flushing), atOnce: ioThreads * context.capacityScale }, demandAt),
    demandAt,
    demandText: (demand) => `${formatInUnit(demand, 'flushes/s')} of partitions that the busiest broker leads`,
  }
}

function partitionConstraints(situation: Situation, flushing: Flushing): ConstraintModel[] {
  const capacity = (1000 / flushing.flushMs) * situation.context.capacityScale
  return situation.topics.flatMap((load): ConstraintModel[] => {
    if (load.topic.flushMessages === undefined) return []
    const demandAt = (traffic: Traffic) => hottestFlushesPerSec(load, traffic)
    return [
      {
        ...shared,
        id: `disk-flush:${load.topic.name}`,
        layer: 'partition',
        capacity,
        capacityText: () =>
          `one at a time: 1 / ${flushText(flushing)}${scaleText(situation.context)} = ${formatInUnit(capacity, 'flushes/s')}`,
        timeLaw: timeLawOfPieces({ ...flushTime(flushing), atOnce: situation.context.capacityScale }, demandAt),
        demandAt,
        demandText: (demand) =>
          `${formatInUnit(demand, 'flushes/s')} of the fullest of ${describeShare(situation, load)}`,
      },
    ]
  })
}

/** The time of a flush in two parts: one sync, if the scenario states its time, and the rest. */
function flushTime(flushing: Flushing): { readonly statedMs: number; readonly lawMs: number } {
  const statedMs = statedFlushMs(flushing)
  return { statedMs, lawMs: flushing.flushMs - statedMs }
}

/** " x 0.05" on a target that stands for a part of the deployment. */
function scaleText({ capacityScale }: Situation['context']): string {
  return capacityScale === 1 ? '' : ` x ${capacityScale}`
}

/** "3 syncs x 1 ms". */
function flushText({ syncs, syncMs }: Flushing): string {
  return `(${formatInUnit(syncs, 'syncs')} x ${groupDigits(syncMs, 3)} ms)`
}
