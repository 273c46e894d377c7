/**
 * The dialog with the files that set up the recommended answer: topics, cluster and client settings, to copy or save.
 */
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { type ProvisionKind, provisionKind, type RecommendedChanges } from '../../../contracts/provision.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { provisionFiles } from '../../../presentation/provision/provision-files.ts'
import { hasOtherAnswer, provisioningOf } from '../../../presentation/provision/provisioning.ts'
import { todayText } from '../../../units/calendar-day.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { CopiedText } from '../../components/copied-text.tsx'

interface UseAnswerDialogProps {
  readonly scenario: Scenario
  /** The offering of the scenario, with its calibration. */
  readonly offering: Offering
  /** Asks for a folder and writes the files of this kind there. */
  readonly onSave: (kind: ProvisionKind, changes: RecommendedChanges) => void
  readonly onClose: () => void
}

const labels: Readonly<Record<ProvisionKind, string>> = {
  kafka: 'Kafka commands',
  strimzi: 'Strimzi',
  terraform: 'Terraform',
  properties: 'Client properties',
}

/** The dialog. */
export function UseAnswerDialog({ scenario, offering, onSave, onClose }: UseAnswerDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [kind, setKind] = useState<ProvisionKind>('kafka')
  useEffect(() => dialog.current?.showModal(), [])
  const [keepsSettings, setKeepsSettings] = useState(false)
  const today = todayText()
  const recommended = useMemo(() => provisioningOf(scenario, offering, {}, today), [scenario, offering, today])
  const changes = keepsSettings ? 'none' : 'sure'
  const provisioning = useMemo(
    () => (keepsSettings ? provisioningOf(scenario, offering, { changes: 'none' }, today) : recommended),
    [keepsSettings, recommended, scenario, offering, today],
  )
  const { files, notes } = useMemo(() => provisionFiles(kind, provisioning), [kind, provisioning])
  return (
    <dialog ref={dialog} className="use-answer" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>Use this answer</h2>
      <p>{withNoBreakSpaces(provisioning.sizeSentence)}</p>
      {hasOtherAnswer(recommended.recommendation) ? (
        <label className="check">
          <input type="checkbox" checked={keepsSettings} onChange={(event) => setKeepsSettings(event.target.checked)} />
          Keep the settings of clients and topics
        </label>
      ) : null}
      <KindChoice kind={kind} onChoose={setKind} />
      <ul className="use-answer-notes">
        {notes.map((note) => (
          <li key={note}>{withNoBreakSpaces(note)}</li>
        ))}
      </ul>
      <div className="use-answer-files">
        {files.map((file) => (
          <CopiedText key={file.name} heading="h3" {...file} />
        ))}
      </div>
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <ButtonWithReason
          className="primary"
          disabledBecause={files.length === 0 ? 'there is nothing to save' : null}
          onClick={() => {
            dialog.current?.close()
            onSave(kind, changes)
          }}
        >
          {files.length > 1 ? `Save ${files.length} files…` : 'Save…'}
        </ButtonWithReason>
      </div>
    </dialog>
  )
}

interface KindChoiceProps {
  readonly kind: ProvisionKind
  readonly onChoose: (kind: ProvisionKind) => void
}

function KindChoice({ kind, onChoose }: KindChoiceProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Write it as</legend>
      {provisionKind.options.map((each) => (
        <label key={each}>
          <input type="radio" name="provision-kind" checked={kind === each} onChange={() => onChoose(each)} />
          <span>{labels[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}
