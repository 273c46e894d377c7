/**
 * Conditions on the facts that several rows share.
 */
import { isDimensionOfHosts } from '../../contracts/dimensions.ts'
import type { Comparison } from '../../contracts/verdict.ts'
import { formatPercent } from '../../units/ratio.ts'
import { isWholeLoad, judgedFigures } from '../comparisons.ts'
import { type Throttled, throttledOf } from '../limit-signs.ts'
import type { LoadFacts, VerdictFacts } from './facts.ts'

/** If clients were throttled in at least this share of the seconds, a load was at the limit although it was met. */
const mostlyThrottledFraction = 0.5

/** True if the offered load was met. */
export function isMet({ result }: LoadFacts): boolean {
  return result.diagnosis.limiter === 'nothing'
}

/** The first figure, if the load was met and the band of every judged figure reaches up to the load; otherwise null. */
export function metWithinBand(facts: LoadFacts): Comparison | null {
  const { prediction, comparisons } = facts
  const { expected, offered } = prediction
  const isReached = judgedFigures(prediction).every((name) => isWholeLoad(expected[name].high, offered[name]))
  const [first] = comparisons
  return first !== undefined && isMet(facts) && isReached ? first : null
}

/** Throttling in at least half of the seconds, which shows that the limit is at the load; null if there was less. */
export function mostlyThrottled(facts: LoadFacts): Throttled | null {
  const throttled = throttledOf(facts)
  return throttled !== null && throttled.fraction >= mostlyThrottledFraction ? throttled : null
}

/**
 * True if the prediction is based on the model of hosts, whose published bands are too wide to confirm a run
 * (docs/verdicts.md).
 */
export function isOfHosts({ prediction: { constraints } }: Pick<LoadFacts, 'prediction'>): boolean {
  return constraints.some(({ dimension }) => isDimensionOfHosts(dimension))
}

/**
 * True if a run on hosts can be confirmed: runs of the user's own have narrowed the band of the law that binds, and the
 * brokers' own metrics show that they were the limit of this run.
 */
export function isProvableOnHosts({ prediction: { laws = [] }, result }: LoadFacts): boolean {
  const headroom = Math.min(...laws.map((law) => law.headroom))
  const isNarrowed = laws.some((law) => law.headroom === headroom && law.ownRuns > 0)
  return isNarrowed && result.diagnosis.limiter === 'brokers'
}

/** The advice to calibrate the model with this run, if runs on this target can be fitted; else empty. */
export function calibrationOffer({ target }: Pick<VerdictFacts, 'target'>): string {
  if (target !== null && target.kind !== 'connection') return ''
  return ' Calibrate the model with this run and another that reached its limit.'
}

/** Smaller relative errors are rounded to 0.0 %. */
const minShownError = 0.0005

/** A clause such as "12 % more than likely", or "as likely" if the error is rounded to zero. */
export function distanceText(relativeError: number | null): string {
  const error = relativeError ?? 0
  if (error >= minShownError) return `${formatPercent(error)} more than likely`
  if (error <= -minShownError) return `${formatPercent(-error)} less than likely`
  return 'as likely'
}
