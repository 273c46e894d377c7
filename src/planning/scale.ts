/**
 * Scales workload and capacity down together, so that a laptop can run the load.
 */
import { capacityOf, limitOn, selectLimitSet } from '../capacity/limit-set.ts'
import { AppError } from '../contracts/app-error.ts'
import type { Figures } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { BrokerQuotas } from '../contracts/target.ts'

/**
 * Quotas of each broker of an embedded cluster: the offering's limits x size x scale / brokers. The prediction is not
 * used.
 *
 * `quotaFactor` changes only the quotas, to show that a run can contradict a prediction.
 * @throws AppError OFFERING_INVALID if the offering has no limit on ingress or on egress at that date.
 */
export function embeddedQuotas(
  scenario: Scenario,
  offering: Offering,
  options: { readonly scale: number; readonly brokers: number; readonly quotaFactor?: number },
): BrokerQuotas {
  const limits = selectLimitSet(offering, scenario.deployment)
  const perBroker = (dimension: 'ingress' | 'egress') => {
    const limit = limitOn(limits, dimension)
    if (limit) {
      const capacity = capacityOf(limit, scenario.deployment.size, options.scale) * (options.quotaFactor ?? 1)
      // Kafka accepts whole bytes only.
      return Math.max(1, Math.round(capacity / options.brokers))
    }
    throw new AppError(
      'OFFERING_INVALID',
      `${offering.name} as of ${limits.asOf} publishes no limit on ${dimension}.`,
      {
        remedy:
          'The quotas of an embedded cluster stand for published limits on ingress and egress. Run this load on a cluster of yours.',
      },
    )
  }
  return { producerBytesPerSec: perBroker('ingress'), consumerBytesPerSec: perBroker('egress') }
}

/** Mantissas of readable scales. A scale is rounded down to one of these numbers times a power of ten. */
const readableMantissas = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8] as const

/** A run uses this share of the rate that a trial reached, so that the machine is not the limit. */
const trialShare = 0.5

/**
 * The scale for an embedded run: half of what an unlimited trial reached relative to the full-size prediction, in the
 * direction in which that ratio is lower. The scale is rounded down to a readable number and is at most 1.
 * @throws AppError PLAN_IMPOSSIBLE if the trial moved no records.
 */
export function scaleFromTrial(
  reached: Pick<Figures, 'ingressWireBytesPerSec' | 'egressWireBytesPerSec'>,
  prediction: Pick<Prediction, 'achievable'>,
): number {
  const { ingressWireBytesPerSec: ingress, egressWireBytesPerSec: egress } = prediction.achievable
  const ratios = [
    [reached.ingressWireBytesPerSec, ingress.likely],
    [reached.egressWireBytesPerSec, egress.likely],
  ].flatMap(([reachedRate = 0, predicted = 0]) => (predicted > 0 ? [reachedRate / predicted] : []))
  const scale = Math.min(1, trialShare * Math.min(...ratios))
  if (!(scale > 0) || !Number.isFinite(scale)) {
    throw new AppError('PLAN_IMPOSSIBLE', 'The trial moved no records, so no scale can be chosen from it.', {
      remedy: 'Choose a scale yourself, or check what the trial reported.',
    })
  }
  return roundDown(scale)
}

function roundDown(scale: number): number {
  const power = Math.floor(Math.log10(scale) + 1e-9)
  const mantissa = scale / 10 ** power
  const digit = readableMantissas.findLast((each) => each <= mantissa * (1 + 1e-9)) ?? 1
  return Number((digit * 10 ** power).toPrecision(2))
}
