/**
 * What the long tests accept of laws and tolerances, each as a list of what is wrong: empty where it is accepted.
 *
 * Functions of figures alone, so that tests/contract/opposites.test.ts can show that each refuses what is known to be
 * wrong: another law, an instrument that forgets, another quota.
 */
import { fullWorkerCores } from '../../src/measurement/diagnosis.ts'

/** Sentences whose condition does not hold. */
function problems(wanted: readonly (readonly [isSo: boolean, sentence: string])[]): string[] {
  return wanted.flatMap(([isSo, sentence]) => (isSo ? [] : [sentence]))
}

function offBy(value: number, wanted: number): number {
  return Math.abs(value / wanted - 1)
}

/** A figure of a run, and the figure that the broker counted, in the same unit. */
export interface ToldAndCounted {
  readonly reported: number
  readonly counted: number
}

/** Of bytes over the whole run, on which no clock bears, and a second over its steady windows. */
export function countedProblems({ total, steady }: Record<'total' | 'steady', ToldAndCounted>): string[] {
  return problems([
    [offBy(total.reported, total.counted) < 0.002, `whole run: ${total.reported} reported, ${total.counted} counted`],
    [offBy(steady.reported, steady.counted) < 0.02, `steady: ${steady.reported} reported, ${steady.counted} counted`],
  ])
}

/** Of an offered rate that is held, in records a second. */
export function rateProblems(measuredPerSec: number, offeredPerSec: number): string[] {
  return problems([
    [offBy(measuredPerSec, offeredPerSec) < 0.005, `${measuredPerSec} records/s of ${offeredPerSec} offered`],
  ])
}

/** Of one quota as runs with several numbers of client ids measured it, in bytes a second. */
export function quotaProblems(measuredBytesPerSec: readonly number[], quotaBytesPerSec: number): string[] {
  const [least, most] = [Math.min(...measuredBytesPerSec), Math.max(...measuredBytesPerSec)]
  return problems([
    [most / least - 1 < 0.03, `${measuredBytesPerSec.join(', ')} bytes/s under one quota are not alike`],
    [offBy(least, quotaBytesPerSec) < 0.05, `${least} bytes/s under a quota of ${quotaBytesPerSec}`],
  ])
}

/** What readers under a quota got: bytes of the quota, as a share, and bytes of records a second. */
export interface QuotaRead {
  readonly ofQuota: number
  readonly payloadBytesPerSec: number
}

/** Of answers that fit a quota on readers beside those that the library asks for. */
export function answerSizeProblems({ fitting, usual }: Record<'fitting' | 'usual', QuotaRead>): string[] {
  return problems([
    // What answers leave unused, and what is thrown away of batches that they cut: docs/accuracy.md has the formula.
    [offBy(fitting.ofQuota, 1) < 0.06, `fitting answers read ${fitting.ofQuota} of the quota`],
    [usual.ofQuota < 0.95, `usual answers read ${usual.ofQuota} of the quota`],
    [
      fitting.payloadBytesPerSec > usual.payloadBytesPerSec * 1.1,
      `fitting answers bring ${fitting.payloadBytesPerSec} bytes/s of records, usual ones ${usual.payloadBytesPerSec}`,
    ],
  ])
}

/** Latency of a run in ms. */
export interface StallLatency {
  readonly service: { readonly p95: number; readonly p99: number; readonly mean: number }
  readonly response: { readonly p95: number; readonly p99: number; readonly mean: number }
  readonly scheduleDelay: { readonly mean: number }
  /** Of the seconds in which nothing is held still. */
  readonly calmP99: number
}

/** Of a pause of 500 ms every 5 s, whoever makes it: the response counts from the intended time and shows it. */
export function stallProblems({ response }: StallLatency): string[] {
  return problems([[response.p99 >= 400, `response p99 is ${response.p99} ms`]])
}

/** Where the broker makes the pause it is in the service too. */
export function stalledBrokerProblems(latency: StallLatency): string[] {
  const { service } = latency
  return [...stallProblems(latency), ...problems([[service.p99 >= 400, `service p99 is ${service.p99} ms`]])]
}

/** Where the client's queue is full meanwhile, most of the wait lies before the client library. */
export function fullQueueProblems(latency: StallLatency): string[] {
  const { service, response, calmP99 } = latency
  return [
    ...stallProblems(latency),
    ...problems([
      // 125 ms of the load fit the queue: 2.5 % of all records wait in the client library, 7.5 % before it.
      [response.p95 >= 200, `response p95 is ${response.p95} ms`],
      [service.p95 < 50 + calmP99, `service p95 is ${service.p95} ms, ${calmP99} ms p99 in calm seconds`],
    ]),
    ...sumProblems(latency),
  ]
}

/** Where the generator makes the pause, brokers are not to blame for it. */
export function stalledGeneratorProblems(latency: StallLatency): string[] {
  const { service, response, calmP99 } = latency
  // What is on its way when the generator is stopped is answered after it. On a machine that takes 50 ms for a record
  // anyway that is more than 1 % of all; there the stall must still be far from the typical record.
  const isServiceFree = calmP99 < 50 ? service.p99 < 50 : service.p95 < Math.min(calmP99, response.p95)
  return [
    ...stallProblems(latency),
    ...problems([
      [isServiceFree, `service p95, p99 are ${service.p95}, ${service.p99} ms, p99 ${calmP99} in calm seconds`],
    ]),
    ...sumProblems(latency),
  ]
}

/** Service and schedule delay are of the same records as the response. */
function sumProblems({ service, scheduleDelay, response }: StallLatency): string[] {
  const ratio = (service.mean + scheduleDelay.mean) / response.mean
  return problems([[Math.abs(ratio - 1) < 0.005, `service and schedule delay are ${ratio} of the response in means`]])
}

/** Of requests a second over one connection with one request in flight and with 1,000, of as many offered. */
export function pipelineProblems(requestsPerSec: Record<'one' | 'thousand' | 'offered', number>): string[] {
  const { one, thousand, offered } = requestsPerSec
  return problems([
    [one > 100, `${one} requests/s with one in flight`],
    // All offered records would say nothing: the connection has to be what binds.
    [thousand < 0.9 * offered, `${thousand} requests/s of ${offered} offered: the connection did not bind`],
    [thousand / one < 1.5, `${thousand} requests/s with 1,000 in flight, ${one} with one`],
  ])
}

/** Of one figure by two instruments. */
export function agreementProblems(figures: Readonly<Record<string, ToldAndCounted>>): string[] {
  return problems(
    Object.entries(figures).map(([name, { reported, counted }]) => [
      offBy(reported, counted) < 0.03,
      `${name}: ${reported} by one, ${counted} by the other`,
    ]),
  )
}

/** The highest load that a search found sustained, as a share of the load, and what was measured under it. */
export interface FoundSaturation {
  readonly loadFactor: number | null
  readonly nextFactor: number | null
  readonly ingressWireBytesPerSec: { readonly mean: number; readonly low: number; readonly high: number }
}

/** Of a search to a tenth for a declared capacity, in the same unit, that the whole load is above. */
export function saturationProblems(found: FoundSaturation, declared: { capacity: number; offered: number }): string[] {
  const { mean, low, high } = found.ingressWireBytesPerSec
  const { loadFactor, nextFactor } = found
  if (loadFactor === null || nextFactor === null) return ['no load lies on either side of the limit']
  const share = declared.capacity / declared.offered
  return problems([
    [low <= mean && mean <= high, `mean ${mean} outside of ${low} to ${high}`],
    [mean > 0.85 * declared.capacity && mean < 1.05 * declared.capacity, `measured ${mean} of ${declared.capacity}`],
    [nextFactor / loadFactor - 1 <= 0.1, `between ${loadFactor} and ${nextFactor}`],
    // A search to a tenth ends at most so far under the limit; what a quota lets pass lifts it a little.
    [loadFactor > share * 0.87 && loadFactor < share * 1.05, `sustained ${loadFactor} of the load, declared ${share}`],
  ])
}

/** Of throttle times by second, in ms: over the quota, under it at once after that, under it after a time of quiet. */
export function quotaDebtProblems(throttleMs: Record<'over' | 'atOnce' | 'afterQuiet', readonly number[]>): string[] {
  const most = (values: readonly number[]) => Math.max(0, ...values)
  const { over, atOnce, afterQuiet } = throttleMs
  return problems([
    [most(over) > 0, 'a load far over the quota was not throttled'],
    // Without a debt that is held against the next run its absence later would say nothing.
    [most(atOnce) > 0, 'nothing was held against a run that began at once'],
    [afterQuiet.length > 0 && most(afterQuiet) === 0, `throttled by up to ${most(afterQuiet)} ms after the quiet`],
  ])
}

/**
 * Of the processor time that one load process takes for a rate: it must be able to hold it on a core of its own, whatever
 * else the machine does. From the same share of a core on a diagnosis calls the client the limit.
 */
export function processCostProblems(used: { cpuSeconds: number; records: number }, wantedPerSec: number): string[] {
  const cores = (used.cpuSeconds / used.records) * wantedPerSec
  return problems([[cores < fullWorkerCores, `${wantedPerSec} records/s would take ${cores} of a core`]])
}
