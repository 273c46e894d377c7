/**
 * Compares the wire bytes per record with those predicted.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Comparison } from '../contracts/verdict.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { payloadFigure, recordSizeTolerance } from './comparisons.ts'
import { type BandCase, type Judgement, notProven } from './judgement.ts'
import { measuredText, predictedText } from './rate-text.ts'

/** A direction in which records took more wire bytes than predicted. */
interface HeavyDirection {
  readonly wire: Comparison
  readonly payload: Comparison
  /** Wire bytes per payload byte, measured / predicted. */
  readonly ratio: number
  /** True if the framing of requests or responses explains the excess. */
  readonly isFraming: boolean
}

/**
 * Not proven if a direction lies above its band only because records took more wire bytes than predicted: no more records
 * than predicted passed, so the cluster did not carry more.
 */
export function judgeWireProfile(bandCase: BandCase): Judgement | null {
  const heavy = heavyDirections(bandCase).find(
    ({ wire, payload }) => wire.position === 'above' && payload.position !== 'above',
  )
  if (heavy === undefined) return null
  const facts = `${measuredText(heavy.wire)}, ${predictedText(heavy.wire)}`
  return notProven('wire-profile-differs', `${directionText(heavy)}: ${facts}`)
}

/** Why records took more wire bytes than predicted, as a sentence after a space; empty if they did not. */
export function heavyRecordsSentence(bandCase: BandCase): string {
  const text = heavyDirections(bandCase).map(directionText).join('; ')
  return text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function directionText({ wire, ratio, isFraming }: HeavyDirection): string {
  const isIn = wire.figure === 'ingressWireBytesPerSec'
  if (!isFraming) return `a record took ${formatFactor(ratio)} the predicted bytes ${isIn ? 'in' : 'out'}`
  const cause = isIn ? 'small produce requests' : 'small fetch responses'
  return `the overhead of ${cause} added ${formatPercent(ratio - 1)} to the bytes ${isIn ? 'in' : 'out'}`
}

function heavyDirections({ comparisons, framing = {} }: BandCase): HeavyDirection[] {
  const figures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec']
  return figures.flatMap((figure) => {
    const wire = comparisons.find((comparison) => comparison.figure === figure)
    const payload = comparisons.find((comparison) => comparison.figure === payloadFigure(figure))
    if (wire === undefined || payload === undefined || payload.measured.mean === 0) return []
    const predictedBytesPerSec = (wire.predicted.likely / payload.predicted.likely) * payload.measured.mean
    const maxBytesPerSec = predictedBytesPerSec * (1 + recordSizeTolerance)
    if (!(predictedBytesPerSec > 0) || wire.measured.mean <= maxBytesPerSec) return []
    const isFraming = wire.measured.mean <= maxBytesPerSec + (framing[figure] ?? 0)
    return [{ wire, payload, ratio: wire.measured.mean / predictedBytesPerSec, isFraming }]
  })
}
