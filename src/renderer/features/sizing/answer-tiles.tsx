import { memo, useMemo } from 'react'
import type { Prediction } from '../../../contracts/prediction.ts'
import { headroomLabel } from '../../../presentation/labels.ts'
import { answerTiles } from '../../../presentation/sizing/answer-tiles.ts'
import { Tile } from '../../components/tile.tsx'

/** Headroom is counted up to a full limit. The target of the headline is lower, so the label says 100 %. */
const headroomTileLabel = `${headroomLabel} up to 100 %`

/** The large figures of a prediction. */
export const AnswerTiles = memo(function AnswerTiles({ prediction }: { readonly prediction: Prediction }) {
  const tiles = useMemo(() => answerTiles(prediction), [prediction])
  return (
    <dl className="tiles">
      {tiles.map(({ label, value, notes }) => (
        <Tile key={label} label={label === headroomLabel ? headroomTileLabel : label} value={value}>
          {notes.length === 1 ? notes : notes.map((note) => <NoteLine key={note} note={note} />)}
        </Tile>
      ))}
    </dl>
  )
})

function NoteLine({ note }: { readonly note: string }) {
  return <span className="line number">{note}</span>
}
