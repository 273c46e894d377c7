/**
 * From a probe of the client to what a machine can offer of a plan. Pure.
 */
import type { ClientCeiling, ClientProbe } from '../contracts/client-ceiling.ts'
import { largestFactor, largestRecordBytes, type PlannedProducer, type RunPlan } from '../contracts/run-plan.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** Records a second above which producers are spread over another worker: half of what one worker reaches. */
export const recordsPerSecPerProducerWorker = 80_000

/** A plan that wants less than both is far below what any machine offers: a probe would tell nothing. */
const smallRecordsPerSec = 10_000
const smallBytesPerSec = 10_000_000

/** Above this share of the cores in use by others, a probe says less than the machine could. */
export const busyShare = 0.25

/** Worker processes for a plan's producers: by their rate at its highest, never more than there are cores or producers. */
export function producerProcesses(plan: RunPlan, cores: number): number {
  const offered = plan.producers.reduce((sum, producer) => sum + producer.recordsPerSec, 0)
  const wanted = Math.ceil((offered * largestFactor(plan.schedule)) / recordsPerSecPerProducerWorker)
  return Math.max(1, Math.min(wanted, Math.floor(cores), plan.producers.length))
}

/** The producer whose records and settings stand for the plan: the one with most bytes a second. */
export function probedProducer(plan: RunPlan): PlannedProducer {
  const rateOf = (producer: PlannedProducer) => producer.recordsPerSec * recordBytesOf(producer)
  return plan.producers.reduce((most, producer) => (rateOf(producer) > rateOf(most) ? producer : most))
}

/** True where a plan wants so much that the client may be what stops it. */
export function isWorthProbing(plan: RunPlan): boolean {
  const { records, bytes } = wantedOf(plan)
  return records >= smallRecordsPerSec || bytes >= smallBytesPerSec
}

/** What a probe depends on, as one text: probes with the same key stand for each other. */
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
 * What this machine can offer of a plan. A process more adds what one reached, as long as there are cores for it. Where
 * records differ in size, one that is larger than the probed one counts by its bytes, a smaller one as a whole record:
 * both err towards wanting too much.
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

/** A plan's offer at its highest: records and payload bytes a second. */
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
