/**
 * Did a record take the bytes on the wire that were predicted for it?
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Comparison } from '../contracts/verdict.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { likeRecordFraction, payloadFigure } from './comparisons.ts'
import { type BandCase, type Judgement, notProven } from './judgement.ts'
import { measuredText, predictedText } from './rate-text.ts'

/** One direction of which both wire and payload bytes were measured and predicted. */
interface Side {
  readonly wire: Comparison
  readonly payload: Comparison
  /** Wire bytes for a byte of payload, measured / predicted. */
  readonly ratio: number
  /** True where the framing of requests or answers explains what there is too much. */
  readonly isFraming: boolean
}

/**
 * Not proven where a direction lies above its band by the bytes of each record alone: more records than predicted did not
 * pass, so the cluster did not give more.
 */
export function judgeWireProfile(bandCase: BandCase): Judgement | null {
  const heavy = heavySides(bandCase).find(
    ({ wire, payload }) => wire.position === 'above' && payload.position !== 'above',
  )
  if (heavy === undefined) return null
  const facts = `${measuredText(heavy.wire)}, ${predictedText(heavy.wire)}`
  return notProven('wire-profile-differs', `${sideText(heavy)}: ${facts}`)
}

/** What made records heavier on the wire than predicted, as a sentence with a space before it; empty where they were not. */
export function heavyRecordsSentence(bandCase: BandCase): string {
  const text = heavySides(bandCase).map(sideText).join('; ')
  return text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function sideText({ wire, ratio, isFraming }: Side): string {
  const isIn = wire.figure === 'ingressWireBytesPerSec'
  if (!isFraming) return `a record took ${formatFactor(ratio)} the predicted bytes ${isIn ? 'in' : 'out'}`
  const what = isIn ? 'requests of small batches' : 'small answers to consumers'
  return `the overhead of ${what} added ${formatPercent(ratio - 1)} to the bytes ${isIn ? 'in' : 'out'}`
}

function heavySides({ comparisons, framing = {} }: BandCase): Side[] {
  const figures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec']
  return figures.flatMap((figure) => {
    const wire = comparisons.find((comparison) => comparison.figure === figure)
    const payload = comparisons.find((comparison) => comparison.figure === payloadFigure(figure))
    if (wire === undefined || payload === undefined || payload.measured.mean === 0) return []
    const predicted = (wire.predicted.likely / payload.predicted.likely) * payload.measured.mean
    const most = predicted * (1 + likeRecordFraction)
    if (!(predicted > 0) || wire.measured.mean <= most) return []
    const isFraming = wire.measured.mean <= most + (framing[figure] ?? 0)
    return [{ wire, payload, ratio: wire.measured.mean / predicted, isFraming }]
  })
}
