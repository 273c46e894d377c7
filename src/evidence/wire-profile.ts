/**
 * Compares the measured wire bytes per record with the prediction.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Comparison } from '../contracts/verdict.ts'
import { upperFirst } from '../units/first-letter.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { payloadFigure, recordSizeTolerance } from './comparisons.ts'
import { measuredText, predictedText } from './rate-text.ts'
import type { LoadFacts } from './verdict/facts.ts'

/** A direction in which records took more wire bytes than predicted. */
interface HeavyDirection {
  readonly wire: Comparison
  readonly payload: Comparison
  /** Wire bytes per payload byte, measured / predicted. */
  readonly ratio: number
}

/** Values for a sentence about records that took more or fewer wire bytes than predicted. */
type RecordsText = {
  readonly records: string
  readonly measured: string
  readonly predicted: string
}

/**
 * Texts if a direction is above its band only because records took more wire bytes than predicted; else null. No more
 * payload than predicted passed, so the cluster did not carry more.
 */
export function heavyRecordsText(facts: LoadFacts): RecordsText | null {
  const heavy = heavyDirections(facts).find(
    ({ wire, payload }) => wire.position === 'above' && payload.position !== 'above',
  )
  if (heavy === undefined) return null
  return { records: directionText(heavy), measured: measuredText(heavy.wire), predicted: predictedText(heavy.wire) }
}

/**
 * Texts if the records exceed the prediction by more than the tolerance for record sizes, and the bytes do not; else
 * null. The records were then smaller than predicted.
 */
export function lightRecordsText({ comparisons }: LoadFacts): RecordsText | null {
  const records = comparisons.find(({ figure }) => figure === 'recordsPerSec')
  const [bytes] = comparisons
  if (records === undefined || bytes === undefined || records.position !== 'above') return null
  const isAbove = records.measured.low > records.predicted.high * (1 + recordSizeTolerance)
  if (!isAbove || bytes.position === 'above') return null
  const share = formatFactor((1 + (bytes.relativeError ?? 0)) / (1 + (records.relativeError ?? 0)))
  const text = `a record took ${share} the predicted bytes`
  return { records: text, measured: measuredText(records), predicted: predictedText(records) }
}

/**
 * Sentences, each after a space, on records that took more wire bytes than predicted, and on what the framing of
 * requests added to them. Empty if both are within their tolerance.
 */
export function heavyRecordsSentence(facts: LoadFacts): string {
  const text = heavyDirections(facts).map(directionText).join('; ')
  const records = text === '' ? '' : ` ${upperFirst(text)}.`
  return `${records}${framingSentence(facts)}`
}

/** Framing of requests is mentioned if it takes more than this share of the record batches. */
const namedFramingFraction = 0.05

function framingSentence({ result: { framing } }: LoadFacts): string {
  if (framing === undefined || framing.ingressShare >= 1) return ''
  const share = framing.ingressShare / (1 - framing.ingressShare)
  return share > namedFramingFraction
    ? ` The framing of produce requests took another ${formatPercent(share)} of the bytes in.`
    : ''
}

function directionText({ wire, ratio }: HeavyDirection): string {
  const isIn = wire.figure === 'ingressWireBytesPerSec'
  return `a record took ${formatFactor(ratio)} the predicted bytes ${isIn ? 'in' : 'out'}`
}

function heavyDirections({ comparisons }: LoadFacts): HeavyDirection[] {
  const figures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec']
  return figures.flatMap((figure) => {
    const wire = comparisons.find((comparison) => comparison.figure === figure)
    const payload = comparisons.find((comparison) => comparison.figure === payloadFigure(figure))
    if (wire === undefined || payload === undefined || payload.measured.mean === 0) return []
    const predictedBytesPerSec = (wire.predicted.likely / payload.predicted.likely) * payload.measured.mean
    const maxBytesPerSec = predictedBytesPerSec * (1 + recordSizeTolerance)
    if (!(predictedBytesPerSec > 0) || wire.measured.mean <= maxBytesPerSec) return []
    return [{ wire, payload, ratio: wire.measured.mean / predictedBytesPerSec }]
  })
}
