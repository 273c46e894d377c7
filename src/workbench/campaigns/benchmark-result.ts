/**
 * What a run of a published benchmark stores in addition to the result of any campaign step.
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

/** The result with advice and summary lines of the clients. The smoke profile has no verdict. */
export function benchmarkResult(
  { benchmark, isUnlimited }: Campaign,
  result: StepResult,
  run: { readonly record: MeasuredRecord; readonly samples: readonly Sample[] },
): StepResult {
  if (benchmark === undefined) return result
  const { record, samples } = run
  const advised = {
    ...result,
    // Flat-out producers offer more than any cluster takes, so the limiter is the finding and needs no advice.
    advice: isUnlimited === true ? [] : adviceOf(record, samples),
    ...brokerParts(record, samples),
    errorFraction: errorFractionOf(record),
  }
  const told = benchmark.printsClients === true ? { ...advised, clients: clientLines(record.plan, samples) } : advised
  if (benchmark.profile === 'full') return told
  return { ...told, verdict: null, reason: `No verdict: ${smokeLabel}.` }
}

/** What is known about the brokers and the resources that they use. */
function brokerParts(
  { plan, result, environment }: MeasuredRecord,
  samples: readonly Sample[],
): Pick<StepResult, 'brokers' | 'elements' | 'machineCpuCores' | 'isrShrinks' | 'endToEnd'> {
  const own = brokerUses(plan, samples)
  const brokers = own.length > 0 ? own : toldBrokers(result?.prometheus ?? null)
  const elements = machineElements(plan, samples)
  const isrShrinks = isrShrinksOver(plan, samples)
  const endToEnd = result?.latency.endToEnd ?? null
  return {
    ...(brokers.length === 0 ? {} : { brokers }),
    ...(elements.length === 0 ? {} : { elements }),
    ...(own.length === 0 || environment === null ? {} : { machineCpuCores: environment.cpuCores }),
    ...(isrShrinks === null ? {} : { isrShrinks }),
    ...(endToEnd === null ? {} : { endToEnd: { p50Us: endToEnd.p50Us, p99Us: endToEnd.p99Us } }),
  }
}

/** What a Prometheus endpoint reported about the user's brokers, as one entry for all of them. */
function toldBrokers(prometheus: PrometheusResult | null): BrokerUse[] {
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

function errorFractionOf({ result }: MeasuredRecord): number {
  if (result === null || result.accounting.acceptedRecords === 0) return 0
  const { acceptedRecords, rejectedRecords, unknownRecords } = result.accounting
  return Math.min(1, (rejectedRecords + unknownRecords) / acceptedRecords)
}
