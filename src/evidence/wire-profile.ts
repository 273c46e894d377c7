/**
 * Compares the wire bytes per record with those predicted.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Comparison } from '../contracts/verdict.ts'
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

/** What is said of records that took other wire bytes than predicted. */
type RecordsText = {
  readonly records: string
  readonly measured: string
  readonly predicted: string
}

/**
 * If a direction lies above its band only because records took more wire bytes than predicted; else null. No more records
 * than predicted passed, so the cluster did not carry more.
 */
export function heavyRecordsText(facts: LoadFacts): RecordsText | null {
  const heavy = heavyDirections(facts).find(
    ({ wire, payload }) => wire.position === 'above' && payload.position !== 'above',
  )
  if (heavy === undefined) return null
  return { records: directionText(heavy), measured: measuredText(heavy.wire), predicted: predictedText(heavy.wire) }
}

/**
 * If more records passed than predicted by more than the tolerance for record sizes, and no more bytes; else null. The
 * records were smaller than predicted.
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
 * Why records took more wire bytes than predicted, and what the framing of requests added beside them: sentences, each
 * after a space. Empty if neither is worth saying.
 */
export function heavyRecordsSentence(facts: LoadFacts): string {
  const text = heavyDirections(facts).map(directionText).join('; ')
  const records = text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  return `${records}${framingSentence(facts)}`
}

/** Framing of requests above this share of the record batches is named. */
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
