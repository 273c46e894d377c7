import { memo, useId, useMemo } from 'react'
import type { Prediction } from '../../../contracts/prediction.ts'
import { headroomLabel } from '../../../presentation/labels.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { answerTiles, tilesCaption } from '../../../presentation/sizing/answer-tiles.ts'
import { Tile } from '../../components/tile.tsx'

/** Says up to where headroom is counted: to a full limit. The size in the headline leaves more room than that. */
const headroomTileLabel = `${headroomLabel}, to 100 %`

/** The large figures of a prediction, below a line that names the size for which they are predicted. */
export const AnswerTiles = memo(function AnswerTiles({ prediction }: { readonly prediction: Prediction }) {
  const tiles = useMemo(() => answerTiles(prediction), [prediction])
  const captionId = useId()
  return (
    <>
      <p className="tiles-caption" id={captionId}>
        {withNoBreakSpaces(tilesCaption(prediction))}
      </p>
      <dl className="tiles" aria-labelledby={captionId}>
        {tiles.map(({ label, value, notes }) => (
          <Tile key={label} label={label === headroomLabel ? headroomTileLabel : label} value={value}>
            {notes.length === 1 ? notes : notes.map((note) => <NoteLine key={note} note={note} />)}
          </Tile>
        ))}
      </dl>
    </>
  )
})

function NoteLine({ note }: { readonly note: string }) {
  return <span className="line number">{withNoBreakSpaces(note)}</span>
}
