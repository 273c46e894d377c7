/**
 * The figures that a view shows large above a prediction: the achievable rates, the headroom, and the chance that the load
 * is met.
 */
import { chanceText } from '../../capacity/explain-chance.ts'
import { gainsByWaiting, saturation } from '../../capacity/saturation.ts'
import type { FigureName } from '../../contracts/figures.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Band } from '../../contracts/primitives.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { factorDigits } from '../../units/ratio.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import { chanceLabel, figureLabel, headroomLabel, lawNoun } from '../labels.ts'
import { figureBounds } from '../report-facts.ts'

/** One large figure, and short lines below it. */
export interface AnswerTile {
  readonly label: string
  readonly value: string
  readonly notes: readonly string[]
}

/** The tiles of a prediction, in the order in which they are shown. */
export function answerTiles(prediction: Prediction): AnswerTile[] {
  const { achievable, offered, lag, headroom } = prediction
  const written = rateTile('ingressWireBytesPerSec', achievable)
  const read = rateTile('egressWireBytesPerSec', achievable)
  const growth = lag ? [`lag grows by ${formatByteRate(lag.growthBytesPerSec.likely)}`] : []
  return [
    written,
    { ...read, notes: [...read.notes, ...growth] },
    {
      label: figureLabel('Achievable', 'recordsPerSec'),
      value: formatRecordRate(achievable.recordsPerSec.likely),
      notes: [`${formatRecordRate(offered.recordsPerSec)} offered`],
    },
    {
      label: headroomLabel,
      value: headroom === 0 ? 'none' : `×${factorDigits(headroom)}`,
      notes: headroomNotes(prediction),
    },
    ...chanceTiles(prediction),
  ]
}

const payloadFigures = {
  ingressWireBytesPerSec: 'ingressPayloadBytesPerSec',
  egressWireBytesPerSec: 'egressPayloadBytesPerSec',
} as const

function rateTile(figure: keyof typeof payloadFigures, achievable: Readonly<Record<FigureName, Band>>): AnswerTile {
  const { likely } = achievable[figure]
  return {
    label: figureLabel('Achievable', figure),
    value: formatByteRate(likely),
    notes: [
      `band ${figureBounds(figure, achievable[figure], likely)}`,
      `payload ${formatByteRate(achievable[payloadFigures[figure]].likely)}`,
    ],
  }
}

/**
 * Lines below the headroom. The headroom is where clients begin to wait, and brokers carry more as they do: then the rate
 * that they carry has a factor of its own.
 */
function headroomNotes(prediction: Prediction): string[] {
  const { capacity, lag } = prediction
  const rate = `${formatByteRate(capacity.ingressWireBytesPerSec)} in ${lag ? 'while consumers keep up' : 'at most'}`
  if (!gainsByWaiting(prediction)) return [rate]
  return ['before clients wait', `×${factorDigits(saturation(prediction))} as they wait:`, rate]
}

/** Only offerings on hosts have a chance, because published limits of services are certain. A refusal has none. */
function chanceTiles({ chanceMet, isFeasible, laws = [] }: Prediction): AnswerTile[] {
  if (chanceMet == null || !isFeasible) return []
  const [first] = laws
  const notes = first === undefined ? [] : [`least sure: ${lawNoun(first.law)}`]
  return [{ label: chanceLabel, value: chanceText(chanceMet), notes }]
}
