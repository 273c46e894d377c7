/**
 * Computes from a client probe which load a machine can offer. Pure.
 */
import type { ClientCeiling, ClientProbe } from '../contracts/client-ceiling.ts'
import { maxRecordBytesOf, type PlannedProducer, peakFactorOf, type RunPlan } from '../contracts/run-plan.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/**
 * If a producer worker would have to send more records/s, another worker is added. One worker reaches about twice this.
 */
export const recordsPerSecPerProducerWorker = 80_000

/** Plans below both limits are within reach of any machine, so the probe is skipped. A rule of thumb. */
const minProbedRecordsPerSec = 10_000
const minProbedBytesPerSec = 10_000_000

/**
 * If other programs use more than this share of the cores, the probe measures less than the machine could offer. A rule
 * of thumb.
 */
export const busyShare = 0.25

/** Number of worker processes for a plan's producers at their peak rate, limited by the cores and the producers. */
export function producerProcesses(plan: RunPlan, cores: number): number {
  const offered = plan.producers.reduce((sum, producer) => sum + producer.recordsPerSec, 0)
  const needed = Math.ceil((offered * peakFactorOf(plan.schedule)) / recordsPerSecPerProducerWorker)
  return Math.max(1, Math.min(needed, Math.floor(cores), plan.producers.length))
}

/** The producer that a probe imitates: the one with the highest rate in bytes/s. */
export function probedProducer(plan: RunPlan): PlannedProducer {
  const rateOf = (producer: PlannedProducer) => producer.recordsPerSec * recordBytesOf(producer)
  return plan.producers.reduce((fastest, producer) => (rateOf(producer) > rateOf(fastest) ? producer : fastest))
}

/** True if a plan's rate is high enough for the client to be the limit. */
export function isWorthProbing(plan: RunPlan): boolean {
  const { records, bytes } = peakRatesOf(plan)
  return records >= minProbedRecordsPerSec || bytes >= minProbedBytesPerSec
}

/** A key of all inputs of a probe. Probes with the same key are interchangeable. */
export function probeKey(
  machine: { readonly hostName: string; readonly cpuModel: string; readonly cpuCores: number },
  producer: PlannedProducer,
): string {
  const { recordValueBytes, recordKeyBytes, acks, isIdempotent, lingerMs, batchBytes, maxInFlight } = producer
  const { compression, randomBytesRatio, partitioning, headers, transactionMs } = producer
  const largestBytes = maxRecordBytesOf(producer)
  const settings = { recordValueBytes, recordKeyBytes, acks, isIdempotent, lingerMs, batchBytes, maxInFlight }
  const { hostName, cpuModel, cpuCores } = machine
  return JSON.stringify([
    { hostName, cpuModel, cpuCores },
    {
      ...settings,
      largestBytes,
      headers,
      compression,
      randomBytesRatio,
      partitioning: partitioning.kind,
      transactionMs,
    },
  ])
}

/**
 * The load that this machine can offer, against the load that a plan needs. Each further process adds the rate of one
 * process, as long as there are cores for it. The need is expressed in records of the probe: a larger record counts in
 * proportion to its bytes, a smaller one as a whole record. Both overestimate the need.
 */
export function ceilingOf(probe: ClientProbe, plan: RunPlan, cores: number): ClientCeiling {
  const processes = producerProcesses(plan, cores)
  const recordsPerSec = probe.recordsPerSec * Math.min(processes, Math.max(1, cores / probe.cpuCores))
  const needed = peakRatesOf(plan)
  const probeRecordsPerSec = plan.producers.reduce(
    (sum, producer) => sum + producer.recordsPerSec * Math.max(1, recordBytesOf(producer) / probe.recordBytes),
    0,
  )
  const ceiling = {
    probe,
    processes,
    recordsPerSec,
    payloadBytesPerSec: recordsPerSec * probe.recordBytes,
    wantedRecordsPerSec: needed.records,
    wantedPayloadBytesPerSec: needed.bytes,
    isEnough: probeRecordsPerSec * peakFactorOf(plan.schedule) <= recordsPerSec,
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

/** The peak rates of a plan, in records/s and payload bytes/s. */
function peakRatesOf(plan: RunPlan): { readonly records: number; readonly bytes: number } {
  const factor = peakFactorOf(plan.schedule)
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
