/**
 * Reconstructs the scenario and the form of a measured run from its record, so that the run can be repeated. Pure.
 */
import { scaleScenario } from '../../../capacity/scale-scenario.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { BrokerQuotas } from '../../../contracts/target.ts'
import { embeddedQuotas } from '../../../planning/scale.ts'
import type { RequestForm } from '../validation/request-form.ts'

/** The scenario of a run, and the fields of the validation form with which it was started. */
export interface RunAgain {
  readonly scenario: Scenario
  readonly form: Partial<RequestForm>
}

/**
 * The scenario before it was scaled, and the fields with the scale. A run does not store its connection, so the form keeps
 * the one that it has.
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

/** Significant digits to which rates are rounded after they were scaled down and up again. */
const rateDigits = 12

/** The scenario before it was scaled. The record has the scaled one. */
function wholeScenario({ scenario, target }: MeasuredRecord): Scenario {
  if (target.scale === 1) return scenario
  const unscaled = scaleScenario(scenario, 1 / target.scale)
  const rounded = (rate: number): number => Number(rate.toPrecision(rateDigits))
  const producers = unscaled.workload.producers.map((producer) => ({
    ...producer,
    peakRecordsPerSec: rounded(producer.peakRecordsPerSec),
    ...(producer.averageRecordsPerSec === undefined
      ? {}
      : { averageRecordsPerSec: rounded(producer.averageRecordsPerSec) }),
  }))
  return { ...unscaled, workload: { ...unscaled.workload, producers } }
}

/** A quota factor that differs from 1 by less than this counts as 1, because quotas are rounded to whole bytes. */
const factorTolerance = 1e-3

/**
 * The quota factor of the run, as text for the form; empty if it was 1, or if it cannot be computed because the offering has
 * no bandwidth limit.
 */
function quotaFactorOf(run: MeasuredRecord): string {
  const { quotas } = run.target
  const plain = quotas === null ? null : plainQuotas(run)
  if (quotas === null || plain === null) return ''
  const factor = quotas.producerBytesPerSec / plain.producerBytesPerSec
  return Math.abs(factor - 1) < factorTolerance ? '' : String(Number(factor.toPrecision(3)))
}

/** The quotas that the run would have had with the factor 1; null if the offering has no bandwidth limit. */
function plainQuotas({ scenario, offering, target: { brokers, scale } }: MeasuredRecord): BrokerQuotas | null {
  if (brokers === null) return null
  try {
    return embeddedQuotas(scenario, offering, { scale, brokers })
  } catch {
    // The offering has no bandwidth limit.
    return null
  }
}
