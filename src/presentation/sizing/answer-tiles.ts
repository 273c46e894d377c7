/**
 * The figures in large type above a prediction: the achievable rates, the headroom, and the chance that the load is
 * met.
 */
import { chanceQuantity } from '../../capacity/explain-chance.ts'
import { nameOf } from '../../capacity/lag.ts'
import { gainsByWaiting, saturation } from '../../capacity/saturation.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import type { FigureName } from '../../contracts/figures.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Band } from '../../contracts/primitives.ts'
import { byteRateQuantity, formatByteRate } from '../../units/byte-rate.ts'
import { formatCount } from '../../units/count.ts'
import { type Quantity, withoutUnit } from '../../units/quantity.ts'
import { factorDigits } from '../../units/ratio.ts'
import { formatRecordRate, recordRateQuantity } from '../../units/record-rate.ts'
import { figureLabel, headroomLabel } from '../labels.ts'
import { figureBounds } from '../report-facts.ts'
import { chanceReason } from './chance-reason.ts'

/** One large figure, and short lines below it. */
export interface AnswerTile {
  readonly label: string
  readonly value: Quantity
  readonly notes: readonly string[]
}

/** The tiles of a prediction, in the order in which they are shown. */
export function answerTiles(prediction: Prediction): AnswerTile[] {
  const { offered, headroom } = prediction
  const kind = carriedOrAchievable(prediction)
  const read = rateTile('egressWireBytesPerSec', prediction)
  return [
    rateTile('ingressWireBytesPerSec', prediction),
    { ...read, notes: [...read.notes, ...lagNotes(prediction)] },
    {
      label: figureLabel(kind, 'recordsPerSec'),
      value: recordRateQuantity(prediction.achievable.recordsPerSec.likely),
      notes: [kind === 'Carried' ? 'the whole load' : `${formatRecordRate(offered.recordsPerSec)} offered`],
    },
    {
      label: headroomLabel,
      // Clients wait when brokers are full, which fills their batches, so that brokers may carry more than without waiting.
      value: withoutUnit(
        headroom === 0 ? 'none' : `×${factorDigits(gainsByWaiting(prediction) ? saturation(prediction) : headroom)}`,
      ),
      notes: headroomNotes(prediction),
    },
    ...chanceTiles(prediction),
  ]
}

/** Whose lag grows, and by how much. Groups are named if others keep up. */
function lagNotes({ lag, consumerGroups = [] }: Prediction): string[] {
  if (!lag) return []
  const growth = formatByteRate(lag.growthBytesPerSec.likely)
  const behind = consumerGroups.filter(({ readShare }) => readShare < 1)
  const [first] = behind
  if (first === undefined || behind.length === consumerGroups.length) return [`lag grows by ${growth}`]
  const others = behind.length === 1 ? '' : ` and ${formatCount(behind.length - 1)} more`
  return [`lag of ${nameOf(first, consumerGroups)}${others} grows by ${growth}`]
}

const payloadFigures = {
  ingressWireBytesPerSec: 'ingressPayloadBytesPerSec',
  egressWireBytesPerSec: 'egressPayloadBytesPerSec',
} as const

/**
 * "Carried" if the whole load fits, is not refused, and consumers keep up. The rates are then those of the load, and more
 * would fit, so that "achievable" would say too little.
 */
export function carriedOrAchievable(prediction: Prediction): 'Carried' | 'Achievable' {
  const { isFeasible, achievable, offered, lag } = prediction
  const isWhole = isFeasible && achievable.recordsPerSec.likely >= offered.recordsPerSec * wholeShare
  return isWhole && !lag ? 'Carried' : 'Achievable'
}

/** From this share of the offered records on, the whole load counts as carried: the difference is rounding. */
const wholeShare = 1 - 1e-6

function rateTile(figure: keyof typeof payloadFigures, prediction: Prediction): AnswerTile {
  const achievable: Readonly<Record<FigureName, Band>> = prediction.achievable
  const { likely } = achievable[figure]
  return {
    label: figureLabel(carriedOrAchievable(prediction), figure),
    value: byteRateQuantity(likely),
    notes: [
      ...bandNotes(achievable[figure], figureBounds(figure, achievable[figure], likely)),
      `payload ${formatByteRate(achievable[payloadFigures[figure]].likely)}`,
    ],
  }
}

/** The band of a rate. A load that is carried for certain has a single value as its band, which is not repeated. */
function bandNotes({ low, high }: Band, bounds: string): string[] {
  return low === high ? [] : [`band ${bounds}`]
}

/**
 * The rate up to which the load can grow. If consumers are limited, also what happens above that rate. If the bytes grow by
 * another factor than the records, because batches get fuller, also that factor.
 */
function headroomNotes(prediction: Prediction): string[] {
  const { capacity, offered, headroom, lag } = prediction
  const rate = `${formatByteRate(capacity.ingressWireBytesPerSec)} in`
  if (lag) return [rate, 'above it consumers fall behind']
  const ofBytes = factorDigits(capacity.ingressWireBytesPerSec / offered.ingressWireBytesPerSec)
  const isOther = headroom > 1 && !gainsByWaiting(prediction) && ofBytes !== factorDigits(headroom)
  return [`${rate} at most`, ...(isOther ? [`×${ofBytes} of the bytes, in fuller batches`] : [])]
}

/** Only offerings on hosts have a chance, because published limits of services are certain. A refusal has none. */
function chanceTiles(prediction: Prediction): AnswerTile[] {
  const { chanceMet, isFeasible } = prediction
  if (chanceMet == null || !isFeasible) return []
  const reason = chanceReason(prediction)
  const notes = reason === null ? [] : [`${reason.kind === 'law' ? 'least sure:' : 'too much for'} ${reason.what}`]
  return [{ label: chanceLabel, value: chanceQuantity(chanceMet), notes }]
}

/** True if a workload is refused for what it asks for, although its rate could be carried. */
export function isRefusedOnly({ isFeasible, achievable }: Prediction): boolean {
  return !isFeasible && achievable.recordsPerSec.likely > 0
}
