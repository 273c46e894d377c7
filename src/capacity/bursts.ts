/**
 * Lists and words the rates above the sustained ones that the network and disks of hosts allow for a while.
 */
import { dimensionNoun } from '../contracts/dimensions.ts'
import type { Burst } from '../contracts/host-burst.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatDuration } from '../units/duration.ts'
import { upperFirst } from '../units/first-letter.ts'
import { joinNames } from '../units/join-names.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { shortSource } from './short-source.ts'

/** Bursts of network and disks for a prediction. The burst of processors is among its assumptions. */
export function listBursts(models: readonly ConstraintModel[]): Burst[] {
  const bursts: Burst[] = []
  for (const model of models) {
    // The capacity that the law gives: a burst is a fact of the host, whatever share of it published clusters reached.
    const { id, dimension, unit, capacity, hostBurst } = model.ofLaw ?? model
    if (hostBurst === undefined || unit !== 'bytes/s') continue
    const { capacity: burstBytesPerSec, ...rest } = hostBurst
    bursts.push({ id, dimension, sustainedBytesPerSec: capacity, burstBytesPerSec, ...rest })
  }
  return bursts
}

/**
 * Bursts in sentences. Bursts with the same rates and duration share one: "Storage bandwidth: 524 MB/s a broker for at
 * least 30 min from full credits, then 254 MB/s (at least 30 min; source)."
 */
export function explainBursts({ bursts = [] }: Pick<Prediction, 'bursts'>): string[] {
  const alike = new Map<string, Burst[]>()
  for (const burst of bursts) {
    const key = `${burst.burstBytesPerSec} ${burst.sustainedBytesPerSec} ${burst.formula}`
    alike.set(key, [...(alike.get(key) ?? []), burst])
  }
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [sentenceOf(first, joinNames(same.map((each) => dimensionNoun(each.dimension))))]
  })
}

function sentenceOf(
  { sustainedBytesPerSec, burstBytesPerSec, leastMs, mostMs, formula, source }: Burst,
  name: string,
): string {
  const least = formatDuration(leastMs)
  const time = mostMs === undefined ? `at least ${least}` : `${least} to ${formatDuration(mostMs)}`
  const rates = `${formatByteRate(burstBytesPerSec)} a broker for ${time} from full credits, then ${formatByteRate(sustainedBytesPerSec)}`
  const how = formula.includes('=') ? `${formula}; ` : ''
  return `${upperFirst(name)}: ${rates} (${how}${shortSource(source)}).`
}
