/**
 * Recovers the request of a measured run, so that it can be repeated. Pure.
 */
import { scaleScenario } from '../../../capacity/scale-scenario.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { BrokerQuotas } from '../../../contracts/target.ts'
import { embeddedQuotas } from '../../../planning/scale.ts'
import type { RequestForm } from '../validation/request-form.ts'

/** The scenario and the form of a run. */
export interface RunAgain {
  readonly scenario: Scenario
  readonly form: Partial<RequestForm>
}

/**
 * The unscaled scenario, and the form with the scale. A run does not store its connection: it is in the form, or has to
 * be opened again.
 */
export function requestOfRun(run: MeasuredRecord): RunAgain {
  const { target, plan } = run
  const isEmbedded = target.kind !== 'connection'
  return {
    scenario: wholeScenario(run),
    form: {
      target: target.kind,
      scale: isEmbedded ? String(target.scale) : '',
      duration: `${plan.durationMs / 1000} s`,
      quotaWindow: target.quotas === null ? '' : `${plan.quotaWindowMs / 1000} s`,
      quotaFactor: quotaFactorOf(run),
      usesExistingTopics: plan.topics.some(({ isExisting }) => isExisting === true),
    },
  }
}

/** Rounds a rate that was scaled down and up again. */
const rateDigits = 12

/** The unscaled scenario; the record has the scaled one. */
function wholeScenario({ scenario, target }: MeasuredRecord): Scenario {
  if (target.scale === 1) return scenario
  const whole = scaleScenario(scenario, 1 / target.scale)
  const clean = (rate: number): number => Number(rate.toPrecision(rateDigits))
  const producers = whole.workload.producers.map((producer) => ({
    ...producer,
    peakRecordsPerSec: clean(producer.peakRecordsPerSec),
    ...(producer.averageRecordsPerSec === undefined
      ? {}
      : { averageRecordsPerSec: clean(producer.averageRecordsPerSec) }),
  }))
  return { ...whole, workload: { ...whole.workload, producers } }
}

/** A quota factor this close to 1 counts as 1, because quotas are whole bytes. */
const noFactor = 1e-3

/** The quota factor as text; empty if it was 1, or if the offering has no limits, as in runs of other versions. */
function quotaFactorOf(run: MeasuredRecord): string {
  const { quotas } = run.target
  const plain = quotas === null ? null : plainQuotas(run)
  if (quotas === null || plain === null) return ''
  const factor = quotas.producerBytesPerSec / plain.producerBytesPerSec
  return Math.abs(factor - 1) < noFactor ? '' : String(Number(factor.toPrecision(3)))
}

function plainQuotas({ scenario, offering, target: { brokers, scale } }: MeasuredRecord): BrokerQuotas | null {
  if (brokers === null) return null
  try {
    return embeddedQuotas(scenario, offering, { scale, brokers })
  } catch {
    // The offering has no bandwidth limit.
    return null
  }
}
