import { memo, useId, useMemo } from 'react'
import type { Prediction } from '../../../contracts/prediction.ts'
import { headroomLabel } from '../../../presentation/labels.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { answerTiles } from '../../../presentation/sizing/answer-tiles.ts'
import { sizeOfTiles, tilesNote } from '../../../presentation/sizing/tiles-caption.ts'
import { Tile } from '../../components/tile.tsx'

/** Says up to where headroom is counted: to a full limit. The size in the headline leaves more room than that. */
const headroomTileLabel = `${headroomLabel}, to 100 %`

interface AnswerTilesProps {
  readonly prediction: Prediction
  /** ", not the 3 CKUs recommended above"; empty if the headline is about the same size and settings. */
  readonly otherThan: string
}

/** The large figures of a prediction, below a line that says of which size they are. */
export const AnswerTiles = memo(function AnswerTiles({ prediction, otherThan }: AnswerTilesProps) {
  const tiles = useMemo(() => answerTiles(prediction), [prediction])
  const captionId = useId()
  return (
    <>
      <p className="tiles-caption" id={captionId}>
        <strong>{withNoBreakSpaces(`${sizeOfTiles(prediction)}${otherThan}`)}</strong>{' '}
        {withNoBreakSpaces(tilesNote(prediction))}
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
