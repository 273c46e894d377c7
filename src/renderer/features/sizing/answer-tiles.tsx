import { memo } from 'react'
import { chanceText } from '../../../capacity/explain-chance.ts'
import type { FigureName } from '../../../contracts/figures.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Band } from '../../../contracts/primitives.ts'
import { chanceLabel, figureLabel, headroomLabel, lawNoun } from '../../../presentation/labels.ts'
import { figureBounds } from '../../../presentation/report-facts.ts'
import { headroomNotes } from '../../../presentation/sizing/recommendation-sections.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { factorDigits } from '../../../units/ratio.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import { Tile } from '../../components/tile.tsx'

/** The achievable rates with their bands, the headroom, and the chance that the load is met. */
export const AnswerTiles = memo(function AnswerTiles({ prediction }: { readonly prediction: Prediction }) {
  const { achievable, offered, lag } = prediction
  return (
    <dl className="tiles">
      <RateTile
        figure="ingressWireBytesPerSec"
        wire={achievable.ingressWireBytesPerSec}
        payload={achievable.ingressPayloadBytesPerSec}
      />
      <RateTile
        figure="egressWireBytesPerSec"
        wire={achievable.egressWireBytesPerSec}
        payload={achievable.egressPayloadBytesPerSec}
        note={lag ? `lag grows by ${formatByteRate(lag.growthBytesPerSec.likely)}` : null}
      />
      <Tile
        label={figureLabel('Achievable', 'recordsPerSec')}
        value={formatRecordRate(achievable.recordsPerSec.likely)}
      >
        {formatRecordRate(offered.recordsPerSec)} offered
      </Tile>
      <Tile label={headroomLabel} value={prediction.headroom === 0 ? 'none' : `×${factorDigits(prediction.headroom)}`}>
        {headroomNotes(prediction).map((note) => (
          <span key={note} className="line number">
            {note}
          </span>
        ))}
      </Tile>
      <ChanceTile prediction={prediction} />
    </dl>
  )
})

/** The chance that the load is met. Only offerings on hosts have one; published limits of services are certain. */
function ChanceTile({ prediction }: { readonly prediction: Prediction }) {
  const { chanceMet, isFeasible, laws = [] } = prediction
  // A refusal is no matter of chance.
  if (chanceMet == null || !isFeasible) return null
  const [first] = laws
  return (
    <Tile label={chanceLabel} value={chanceText(chanceMet)}>
      {first === undefined ? null : `least sure: ${lawNoun(first.law)}`}
    </Tile>
  )
}

interface RateTileProps {
  readonly figure: FigureName
  readonly wire: Band
  readonly payload: Band
  /** A further line below the others; null or left out if there is none. */
  readonly note?: string | null
}

function RateTile({ figure, wire, payload, note = null }: RateTileProps) {
  return (
    <Tile label={figureLabel('Achievable', figure)} value={formatByteRate(wire.likely)}>
      <span className="line number">band {figureBounds(figure, wire, wire.likely)}</span>
      <span className="line number">payload {formatByteRate(payload.likely)}</span>
      {note === null ? null : <span className="line number">{note}</span>}
    </Tile>
  )
}
