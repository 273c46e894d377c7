/**
 * What several rows on the load ask of the facts.
 */
import type { Dimension } from '../../contracts/dimensions.ts'
import { formatPercent } from '../../units/ratio.ts'
import { isWholeLoad, judgedFigures } from '../comparisons.ts'
import { throttledOf } from '../limit-signs.ts'
import type { LoadFacts, VerdictFacts } from './facts.ts'

/** A load whose clients were throttled in at least this share of the seconds was at the limit, although it was met. */
export const mostlyThrottledFraction = 0.5

/** True if the offered load was met. */
export function isMet({ result }: LoadFacts): boolean {
  return result.diagnosis.limiter === 'nothing'
}

/** True if the load was met, and the band of every judged figure reaches up to the offered load. */
export function isMetWithinBand(facts: LoadFacts): boolean {
  const { prediction, comparisons } = facts
  const { expected, offered } = prediction
  const isReached = judgedFigures(prediction).every((name) => isWholeLoad(expected[name].high, offered[name]))
  return isMet(facts) && comparisons.length > 0 && isReached
}

/** True if the clients were throttled in at least half of the seconds: then the limit lies at the load. */
export function isMostlyThrottled(facts: LoadFacts): boolean {
  return (throttledOf(facts)?.fraction ?? 0) >= mostlyThrottledFraction
}

/** Dimensions that only the model of hosts computes. */
const hostDimensions: readonly Dimension[] = ['network-in', 'network-out', 'storage-bandwidth', 'cpu']

/** True if the prediction rests on the model of hosts, whose bands are too narrow to be honest (docs/verdicts.md). */
export function isOfHosts({ prediction: { constraints } }: Pick<LoadFacts, 'prediction'>): boolean {
  return constraints.some(({ dimension }) => hostDimensions.includes(dimension))
}

/** " Calibrate the model with this run: headroom models calibrate …", where runs on this target can be fitted; else empty. */
export function calibrationOffer({ prediction, target }: Pick<VerdictFacts, 'prediction' | 'target'>): string {
  if (target !== null && target.kind !== 'connection') return ''
  return ` Calibrate the model with this run and another that reached its limit: headroom models calibrate ${prediction.deployment.offering} --runs RUN,RUN --name NAME.`
}

/** "12 % more than likely"; "as likely" where it rounds to that. */
export function distanceText(relativeError: number | null): string {
  const error = relativeError ?? 0
  if (Math.abs(error) < 0.0005) return 'as likely'
  return `${formatPercent(Math.abs(error))} ${error > 0 ? 'more' : 'less'} than likely`
}
