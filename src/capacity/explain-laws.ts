/**
 * Words the bands of laws: the figures that they were made from, and the distances that widened them.
 */
import type { CalibratedLaw } from '../contracts/calibration.ts'
import type { LawQuantity } from '../contracts/law-bands.ts'
import { formatBytes } from '../units/bytes.ts'
import { counted, formatCount } from '../units/count.ts'
import { groupDigits, significantDigits } from '../units/number-text.ts'
import { type Chances, type Distance, endsOf, factorsOfLaw, type LawUse } from './law-chances.ts'

/** Explains the band of all laws together, around a load factor. */
export function lawsReason(chances: Chances, factor: number): string {
  const lead = 'Nine of ten clusters should lie inside, by what published ones reached of a first prediction.'
  const { high } = endsOf(chances)
  return high < factor ? `${lead} They reached less than was predicted, so the likely value is the high end.` : lead
}

/** "9 publications: half of their figures lie below × 0.72 of the likely value. Wider, as 5,000 partitions are …" */
export function lawReason(use: LawUse, distances: readonly Distance[]): string {
  const { band } = use
  const half = halfSentence(use)
  const from =
    band.own !== undefined
      ? `From ${counted(band.own.runs, 'run')} of your own, which replace the publications.`
      : band.figures === 0
        ? `No published figure was bound by it: its band is that of all laws. ${half}`
        : `From ${counted(band.figures, 'figure')} of ${counted(band.publications, 'publication')} and the errors of all laws. ${half}`
  const stated = use.timed.length === 0 ? [] : [statedSentence]
  return [from, ...stated, ...distances.map(distanceSentence)].join(' ')
}

const statedSentence =
  'What the scenario states of its time (round trips, linger, a sync of the disk) has no doubt: it lies in the likely value as it is.'

/** Says which factor of the likely value, or of the law's value, half of the clusters do not reach. */
function halfSentence(use: LawUse): string {
  const { likelyFactor } = use.band
  const { medianFactor } = factorsOfLaw(use)
  if (medianFactor !== 1) {
    return `Half of all clusters should reach less than × ${groupDigits(medianFactor, 2)} of the likely value, which is the law's.`
  }
  return `Half of the published clusters reached less than × ${groupDigits(likelyFactor, 2)} of what the law gives, so this is the likely value.`
}

function distanceSentence({ quantity, value, nearest, octaves }: Distance): string {
  const { noun, text } = quantityWords[quantity]
  const end = value > nearest ? 'at most' : 'at least'
  return `Wider by ${groupDigits(octaves, 1)} octaves of ${noun}: ${text(value)} here, ${end} ${text(nearest)} there.`
}

const quantityWords: Readonly<Record<LawQuantity, { noun: string; text: (value: number) => string }>> = {
  partitions: { noun: 'partitions', text: formatCount },
  recordBytes: { noun: 'record size', text: formatBytes },
  brokers: { noun: 'brokers', text: formatCount },
  cores: { noun: 'cores of a broker', text: (value) => groupDigits(value, 1) },
}

/** "storage: × 0.2 to × 3.1 of what the law gives before your runs, × 0.89 to × 1.12 of what they measured after 1 run". */
export function narrowedText({ band, before, after }: CalibratedLaw): string {
  const ends = ({ low, high }: CalibratedLaw['after']) => `× ${significantDigits(low)} to × ${significantDigits(high)}`
  const runs = counted(band.own?.runs ?? 0, 'run')
  return `${band.law.replace('-', ' ')}: ${ends(before)} of what the law gives before your runs, ${ends(after)} of what they measured after ${runs}`
}
