/**
 * The button that takes newer models and price sheets from a folder into the workspace.
 */
import { useEffect, useRef, useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import { takenSentences } from '../../../presentation/models/taken-files.ts'
import { shell } from '../../api.ts'
import { useWriting } from '../../application/use-writing.ts'
import { ask, refreshed } from '../../asking/use-answer.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'

/** The outcome of the last update: one sentence for each thing that was taken, or the error. */
type UpdateOutcome = { readonly taken: readonly string[]; readonly error: AppErrorData | null }

const nothingYet: UpdateOutcome = { taken: [], error: null }

/** The button, and below it what was taken, or all problems of the folder. */
export function UpdateModels() {
  const [outcome, setOutcome] = useState(nothingYet)
  const writing = useWriting()
  const outcomeBox = useRef<HTMLDivElement>(null)
  // The button is below a long list of offerings, so the outcome below it could be out of sight.
  useEffect(() => {
    if (outcome !== nothingYet) outcomeBox.current?.scrollIntoView({ block: 'end' })
  }, [outcome])
  const update = async (): Promise<void> => {
    const from = await shell.chooseFolder()
    if (from === null) return
    await writing.write(async () => {
      const answer = await ask('models.update', { from })
      if (!answer.ok) return setOutcome({ taken: [], error: answer.error })
      await refreshed()
      setOutcome({ taken: takenSentences(answer.value), error: null })
    })
  }
  return (
    <section className="group" aria-labelledby="update-models-heading">
      <h2 id="update-models-heading">Newer limits and prices</h2>
      <p className="quiet">
        Models and price sheets of a folder are checked, and taken into your workspace if all of them are valid.
      </p>
      <div className="actions">
        <ButtonWithReason disabledBecause={null} isPending={writing.isWriting} onClick={() => void update()}>
          Update from a folder…
        </ButtonWithReason>
      </div>
      <div ref={outcomeBox}>
        <div role="status">
          {outcome.taken.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {outcome.error === null ? null : <ErrorInPlace error={outcome.error} />}
      </div>
    </section>
  )
}
