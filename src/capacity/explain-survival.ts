/**
 * Words what a deployment carries while a broker or a zone is down.
 */
import { dimensionNoun, dimensionRecords } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { formatDuration } from '../units/duration.ts'
import { joinNames } from '../units/join-names.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { fullestText, withinText } from './fixed-numbers.ts'
import { unlimitedHeadroom } from './headroom.ts'
import { inAndOutText } from './rates-text.ts'
import { shortSource } from './short-source.ts'
import type { Survival } from './survival.ts'

/** Maximum number of topics that are named. */
const maxNamed = 5

/** Says what the deployment carries without the part that is down, and which size would carry the whole load. */
export function explainSurvival(
  survival: Survival,
  offering: Offering,
  options: { readonly targetUtilisation: number; readonly outageMs?: number },
): string[] {
  if (survival.basis !== 'computed') return [publishedSentence(survival, offering)]
  return [
    ...stopSentences(survival),
    ...(survival.stops.length > 0 ? [] : [rateSentence(survival)]),
    ...(survival.lost === 'broker' && survival.stops.length === 0 ? [restartSentence] : []),
    ...(survival.stops.length > 0 ? [] : [sizeSentence(survival, offering, options.targetUtilisation)]),
    ...refillSentences(survival, options.outageMs),
    ...survival.assumptions,
  ]
}

const restartSentence =
  'A rolling restart takes one broker down at a time, so this holds until the last broker has caught up.'

function publishedSentence({ basis, lost, source, saturation }: Survival, offering: Offering): string {
  if (basis === 'not-published' || source === null) {
    return `${offering.name} hides its brokers, and what its limits are with one ${lost} away is not published: nothing is computed.`
  }
  const holds = `The limits of ${offering.name} hold with one ${lost} away (${shortSource(source)})`
  return saturation === null || saturation >= 1
    ? `${holds}: the whole load goes on.`
    : `${holds}: ${formatPercent(saturation)} of the load goes on, as without the outage.`
}

function stopSentences({ stops }: Survival): string[] {
  const left = stops.length - maxNamed
  return left > 0 ? [...stops.slice(0, maxNamed), `And ${left} more topics stop.`] : [...stops]
}

function rateSentence(survival: Survival): string {
  const { brokers, lost, headroom, saturation, achievable } = survival
  const away = `With one ${lost} away, ${brokers?.left ?? 0} of ${brokers?.all ?? 0} brokers`
  if (headroom === null || saturation === null || achievable === null) return `${away} are left.`
  const rate = inAndOutText(achievable.ingressWireBytesPerSec, achievable.egressWireBytesPerSec)
  const { names, verb } = bindingWords(survival.binding)
  if (saturation === 0) return `${away} cannot take this workload: ${names} ${verb}.`
  if (saturation < 1) {
    // A limit on consumers alone leaves the whole load to producers.
    const isOfReaders = survival.binding.every(({ dimension }) => dimensionRecords[dimension].slows === 'consumers')
    const share = isOfReaders ? 'and consumers fall behind' : `${formatPercent(saturation)} of the load`
    return `${away} carry ${rate}, ${share}: ${names} ${verb}.`
  }
  if (headroom < 1) return `${away} carry the whole load, ${rate}, only while clients wait: ${names} ${verb} first.`
  if (headroom >= unlimitedHeadroom) return `${away} carry the whole load, ${rate}.`
  return `${away} carry the whole load, ${rate}, and could take ${formatFactor(headroom)} as many records/s: ${names} would bind first.`
}

/** "ingress and egress", "bind". */
function bindingWords(binding: Prediction['binding']): { readonly names: string; readonly verb: string } {
  const dimensions = [...new Set(binding.map(({ dimension }) => dimension))]
  const [first] = dimensions
  const isOne = dimensions.length === 1 && first !== undefined && dimensionRecords[first].noun.verb === 'is'
  return { names: joinNames(dimensions.map(dimensionNoun)), verb: isOne ? 'binds' : 'bind' }
}

function sizeSentence({ smallest, lost }: Survival, offering: Offering, target: number): string {
  const percent = formatPercent(target)
  if (smallest === null) return `No size of ${offering.name} stays at or below ${percent} with one ${lost} away.`
  const units = smallest.size === 1 ? offering.unitName.singular : offering.unitName.plural
  return `${smallest.size} ${units} keep ${withinText(smallest)} with one ${lost} away (fullest limit: ${fullestText(smallest)}).`
}

function refillSentences({ refill }: Survival, outageMs: number | undefined): string[] {
  const found: string[] = []
  if (refill?.returning && outageMs !== undefined) {
    const { formula } = refill.returning
    found.push(`A broker that returns after ${formatDuration(outageMs)} fetches what it missed: ${formula}.`)
  }
  if (refill?.replaced) {
    found.push(`An empty broker in its place fetches all that it keeps: ${refill.replaced.formula}.`)
  }
  return found
}
