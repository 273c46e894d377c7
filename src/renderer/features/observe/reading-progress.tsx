import { formatDuration } from '../../../units/duration.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import type { ReadingState } from './use-reading.ts'

/** The progress of a reading, its cost so far, and the button that stops it. */
export function ReadingProgressView({ state }: { readonly state: ReadingState }) {
  const { progress, isStopping } = state
  const fraction = progress === null ? null : progress.elapsedMs / Math.max(1, progress.spanMs)
  // History and record batches may take longer than the snapshots of the offsets. The share is then not known.
  const isKnown = fraction !== null && fraction > 0 && fraction < 1
  return (
    <>
      <p className="sentence">Reading the cluster; nothing on it is changed.</p>
      <div className="actions">
        <div className="progress is-wide">
          <progress aria-label="Progress" {...(isKnown ? { value: fraction } : {})} />
          <p className="progress-line quiet number">
            <span>
              {isStopping ? 'Stopping; what was read is kept' : 'Reading offsets, history and record batches'}
            </span>
            <span>{progress === null ? '' : timeText(progress.elapsedMs, progress.spanMs)}</span>
          </p>
        </div>
        <ButtonWithReason
          disabledBecause={isStopping ? 'It is stopping already.' : null}
          reasonAs="tooltip"
          onClick={state.stop}
        >
          Stop and keep what was read
        </ButtonWithReason>
      </div>
      <p className="reason" role="status">
        {progress === null ? 'Connecting to the cluster.' : `Cost so far: ${progress.sentence}`}
      </p>
    </>
  )
}

function timeText(elapsedMs: number, spanMs: number): string {
  const elapsed = formatDuration(Math.round(elapsedMs / 1000) * 1000)
  return `${elapsed} of at least ${formatDuration(spanMs)}`
}
