/**
 * Computes from a client probe what load a machine can offer for a plan. Pure.
 */
import type { ClientCeiling, ClientProbe } from '../contracts/client-ceiling.ts'
import { largestFactor, largestRecordBytes, type PlannedProducer, type RunPlan } from '../contracts/run-plan.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** Records/s per producer worker above which another worker is added: half of what one worker reaches. */
export const recordsPerSecPerProducerWorker = 80_000

/** A plan that needs less than both of these is far below what any machine can offer, so it is not probed. */
const smallRecordsPerSec = 10_000
const smallBytesPerSec = 10_000_000

/** If other programs use more than this share of the cores, a probe finds less than the machine could offer. */
export const busyShare = 0.25

/** Worker processes for a plan's producers, by their highest rate; at most the number of cores and of producers. */
export function producerProcesses(plan: RunPlan, cores: number): number {
  const offered = plan.producers.reduce((sum, producer) => sum + producer.recordsPerSec, 0)
  const wanted = Math.ceil((offered * largestFactor(plan.schedule)) / recordsPerSecPerProducerWorker)
  return Math.max(1, Math.min(wanted, Math.floor(cores), plan.producers.length))
}

/** The producer whose records and settings represent the plan: the one with the most bytes/s. */
export function probedProducer(plan: RunPlan): PlannedProducer {
  const rateOf = (producer: PlannedProducer) => producer.recordsPerSec * recordBytesOf(producer)
  return plan.producers.reduce((most, producer) => (rateOf(producer) > rateOf(most) ? producer : most))
}

/** True if a plan needs so much that the client may be the limit. */
export function isWorthProbing(plan: RunPlan): boolean {
  const { records, bytes } = wantedOf(plan)
  return records >= smallRecordsPerSec || bytes >= smallBytesPerSec
}

/** A key of everything on which a probe depends. Probes with the same key are interchangeable. */
export function probeKey(
  machine: { readonly hostName: string; readonly cpuModel: string; readonly cpuCores: number },
  producer: PlannedProducer,
): string {
  const { recordValueBytes, recordKeyBytes, acks, isIdempotent, lingerMs, batchBytes, maxInFlight } = producer
  const { compression, randomBytesRatio, partitioning, headers } = producer
  const largestBytes = largestRecordBytes(producer)
  const settings = { recordValueBytes, recordKeyBytes, acks, isIdempotent, lingerMs, batchBytes, maxInFlight }
  const { hostName, cpuModel, cpuCores } = machine
  return JSON.stringify([
    { hostName, cpuModel, cpuCores },
    { ...settings, largestBytes, headers, compression, randomBytesRatio, partitioning: partitioning.kind },
  ])
}

/**
 * What load this machine can offer for a plan. Each further process adds the rate of one, as long as there are cores
 * for it. A record that is larger than the probed one counts by its bytes, a smaller one as a whole record; both
 * overestimate the need.
 */
export function ceilingOf(probe: ClientProbe, plan: RunPlan, cores: number): ClientCeiling {
  const processes = producerProcesses(plan, cores)
  const recordsPerSec = probe.recordsPerSec * Math.min(processes, Math.max(1, cores / probe.cpuCores))
  const wanted = wantedOf(plan)
  const equalRecords = plan.producers.reduce(
    (sum, producer) => sum + producer.recordsPerSec * Math.max(1, recordBytesOf(producer) / probe.recordBytes),
    0,
  )
  const ceiling = {
    probe,
    processes,
    recordsPerSec,
    payloadBytesPerSec: recordsPerSec * probe.recordBytes,
    wantedRecordsPerSec: wanted.records,
    wantedPayloadBytesPerSec: wanted.bytes,
    isEnough: equalRecords * largestFactor(plan.schedule) <= recordsPerSec,
  }
  return { ...ceiling, sentence: sentenceOf(ceiling, plan.consumerGroups.length > 0) }
}

function sentenceOf(ceiling: Omit<ClientCeiling, 'sentence'>, hasReaders: boolean): string {
  const { probe, processes } = ceiling
  const count = processes === 1 ? '1 load process' : `${processes} load processes`
  const offers = `This machine can offer about ${formatByteRate(ceiling.payloadBytesPerSec)} of records of ${formatBytes(probe.recordBytes)}`
  const basis = `${formatRecordRate(ceiling.recordsPerSec)}, ${probe.cpuUsPerRecord.toFixed(1)} µs of CPU each, ${count}`
  const wants = `the plan needs ${formatByteRate(ceiling.wantedPayloadBytesPerSec)}`
  const readers = hasReaders ? ' Its consumers need CPU in addition.' : ''
  const isBusy = probe.otherCpu !== null && probe.otherCpu > busyShare
  const busy = isBusy ? ' Other programs were busy during the probe; without them the machine may offer more.' : ''
  return `${offers} (${basis}); ${wants}.${readers}${busy}`
}

/** The highest rates of a plan, in records/s and payload bytes/s. */
function wantedOf(plan: RunPlan): { readonly records: number; readonly bytes: number } {
  const factor = largestFactor(plan.schedule)
  const sum = (read: (producer: PlannedProducer) => number) =>
    plan.producers.reduce((total, producer) => total + read(producer), 0) * factor
  return {
    records: sum((producer) => producer.recordsPerSec),
    bytes: sum((producer) => producer.recordsPerSec * recordBytesOf(producer)),
  }
}

function recordBytesOf({ recordValueBytes, recordKeyBytes }: PlannedProducer): number {
  return recordValueBytes + recordKeyBytes
}
