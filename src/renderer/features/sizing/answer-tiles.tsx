import { memo, useMemo } from 'react'
import { describeUnits } from '../../../capacity/explain-prediction.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { headroomLabel } from '../../../presentation/labels.ts'
import { answerTiles } from '../../../presentation/sizing/answer-tiles.ts'
import { Tile } from '../../components/tile.tsx'

/**
 * Headroom ends where a limit is full, while the target of the headline is lower. The headline may be about another size, so
 * the label names the one that the figures are of.
 */
function headroomTileLabel(prediction: Prediction): string {
  return `${headroomLabel} of ${describeUnits(prediction)}, to 100 %`
}

/** The large figures of a prediction. */
export const AnswerTiles = memo(function AnswerTiles({ prediction }: { readonly prediction: Prediction }) {
  const tiles = useMemo(() => answerTiles(prediction), [prediction])
  return (
    <dl className="tiles">
      {tiles.map(({ label, value, notes }) => (
        <Tile key={label} label={label === headroomLabel ? headroomTileLabel(prediction) : label} value={value}>
          {notes.length === 1 ? notes : notes.map((note) => <NoteLine key={note} note={note} />)}
        </Tile>
      ))}
    </dl>
  )
})

function NoteLine({ note }: { readonly note: string }) {
  return <span className="line number">{note}</span>
}
