/**
 * Adds to the result of a campaign step the parts that only runs of a published benchmark have.
 */
import type { BrokerUse } from '../../contracts/benchmark.ts'
import type { Campaign, StepResult } from '../../contracts/campaign.ts'
import type { PrometheusResult } from '../../contracts/result.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { adviceOf } from '../../evidence/run-advice.ts'
import { brokerUses, isrShrinksOver, machineElements } from '../../measurement/broker-cost.ts'
import { clientLines } from '../../measurement/client-lines.ts'
import { smokeLabel } from '../../presentation/labels.ts'

/**
 * Adds advice, the resources that brokers used, the share of failed records and the clients' summary lines. In the smoke profile
 * it removes the verdict. The result of a campaign that is no benchmark is returned unchanged.
 */
export function benchmarkResult(
  { benchmark, isUnlimited }: Campaign,
  result: StepResult,
  run: { readonly record: MeasuredRecord; readonly samples: readonly Sample[] },
): StepResult {
  if (benchmark === undefined) return result
  const { record, samples } = run
  const advised = {
    ...result,
    // Flat-out producers offer more than any cluster can take, so a limiter is expected and needs no advice.
    advice: isUnlimited === true ? [] : adviceOf(record, samples),
    ...brokerParts(record, samples),
    errorFraction: errorFractionOf(record),
  }
  const withClients =
    benchmark.printsClients === true ? { ...advised, clients: clientLines(record.plan, samples) } : advised
  if (benchmark.profile === 'full') return withClients
  return { ...withClients, verdict: null, reason: `No verdict: ${smokeLabel}.` }
}

/** The resources that brokers and machine used. Values that were not measured are left out. */
function brokerParts(
  { plan, result, environment }: MeasuredRecord,
  samples: readonly Sample[],
): Pick<StepResult, 'brokers' | 'elements' | 'machineCpuCores' | 'isrShrinks' | 'endToEnd'> {
  const sampledBrokers = brokerUses(plan, samples)
  const brokers = sampledBrokers.length > 0 ? sampledBrokers : prometheusBrokers(result?.prometheus ?? null)
  const elements = machineElements(plan, samples)
  const isrShrinks = isrShrinksOver(plan, samples)
  const endToEnd = result?.latency.endToEnd ?? null
  return {
    ...(brokers.length === 0 ? {} : { brokers }),
    ...(elements.length === 0 ? {} : { elements }),
    ...(sampledBrokers.length === 0 || environment === null ? {} : { machineCpuCores: environment.cpuCores }),
    ...(isrShrinks === null ? {} : { isrShrinks }),
    ...(endToEnd === null ? {} : { endToEnd: { p50Us: endToEnd.p50Us, p99Us: endToEnd.p99Us } }),
  }
}

/** The use of the user's brokers as their Prometheus endpoint reported it, as one entry for all brokers. */
function prometheusBrokers(prometheus: PrometheusResult | null): BrokerUse[] {
  const { cpuCores, diskWrittenBytesPerSec, networkReceivedBytesPerSec, networkSentBytesPerSec } =
    prometheus?.figures ?? {}
  if (cpuCores === undefined) return []
  const isNetworkKnown = networkReceivedBytesPerSec !== undefined || networkSentBytesPerSec !== undefined
  const networkBytesPerSec = (networkReceivedBytesPerSec?.mean ?? 0) + (networkSentBytesPerSec?.mean ?? 0)
  return [
    {
      cpuCores: cpuCores.mean,
      ...(diskWrittenBytesPerSec === undefined ? {} : { diskWrittenBytesPerSec: diskWrittenBytesPerSec.mean }),
      ...(isNetworkKnown ? { networkBytesPerSec } : {}),
    },
  ]
}

/** The share of accepted records that were refused or have no known response, 0 to 1. */
function errorFractionOf({ result }: MeasuredRecord): number {
  if (result === null || result.accounting.acceptedRecords === 0) return 0
  const { acceptedRecords, rejectedRecords, unknownRecords } = result.accounting
  return Math.min(1, (rejectedRecords + unknownRecords) / acceptedRecords)
}
