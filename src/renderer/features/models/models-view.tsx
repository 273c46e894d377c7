/**
 * The models view: every offering with its limits, parameters, calibrations and published figures, and the editor of the
 * user's own model.
 */

import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { BrokenFiles } from './broken-files.tsx'
import { ModelEditor } from './model-editor.tsx'
import { ShownModel } from './shown-model.tsx'
import { UpdateModels } from './update-models.tsx'
import { useOwnModel } from './use-own-model.ts'

interface ModelsViewProps {
  readonly models: ModelList
  /** `id` of the shown offering. */
  readonly shown: string
  readonly onShow: (id: string) => void
  /** Opens the offering in the sizing view, optionally with a calibration. */
  readonly onChoose: (id: string, calibration?: string) => void
  readonly onDeleteCalibration: (name: string) => void
  /** Called when the user's own model was saved under this id. */
  readonly onSaved: (id: string) => void
}

/** The models view. */
export function ModelsView({ models, shown, onShow, onChoose, onDeleteCalibration, onSaved }: ModelsViewProps) {
  const { offerings, broken, calibrations } = models
  const offering = offerings.find(({ id }) => id === shown) ?? offerings[0]
  const own = useOwnModel(offerings)
  const { draft, isEditing, setEditing } = own
  return (
    <div className="view">
      <nav className="inputs" aria-label="Offerings">
        <OfferingList
          offerings={offerings}
          shown={isEditing ? '' : (offering?.id ?? '')}
          onShow={(id) => {
            setEditing(false)
            onShow(id)
          }}
        />
        {draft === null || isEditing ? null : (
          <button type="button" className="plain" onClick={() => setEditing(true)}>
            Continue your model
          </button>
        )}
        <UpdateModels />
        <BrokenFiles broken={broken} />
      </nav>
      <main className="answer" id="answer">
        {isEditing && draft !== null ? (
          <ModelEditor
            text={draft}
            onChange={own.setDraft}
            onSaved={(id) => {
              own.setDraft(null)
              setEditing(false)
              onSaved(id)
            }}
            onClose={() => setEditing(false)}
          />
        ) : offering === undefined ? (
          <p className="sentence">No offering is installed.</p>
        ) : (
          <ShownModel
            key={offering.id}
            offering={offering}
            calibrations={calibrations.filter(({ model }) => model === offering.id)}
            {...{ onChoose, onDeleteCalibration }}
            onEdit={() => own.begin(offering.id)}
          />
        )}
      </main>
      {own.pendingModelId === null ? null : (
        <ConfirmDialog
          question="Start another model?"
          detail="The model that you are editing is not saved. Its text would be lost."
          confirmLabel="Start another"
          onConfirm={own.replace}
          onClosed={own.closeQuestion}
        />
      )}
    </div>
  )
}

interface OfferingListProps extends Pick<ModelsViewProps, 'shown' | 'onShow'> {
  readonly offerings: readonly Offering[]
}

function OfferingList({ offerings, shown, onShow }: OfferingListProps) {
  const vendors = [...new Set(offerings.map(({ vendor }) => vendor))]
  return vendors.map((vendor) => (
    <section className="group" key={vendor} aria-label={vendor}>
      <h2>{vendor}</h2>
      <ul>
        {offerings
          .filter((offering) => offering.vendor === vendor)
          .map(({ id, name, evidence }) => (
            <li key={id}>
              <button
                type="button"
                className="choice-line"
                aria-current={id === shown ? 'true' : undefined}
                onClick={() => onShow(id)}
              >
                <span>{name}</span>
                {evidence.points.length === 0 ? null : (
                  <span className="quiet">{evidence.points.length} published figures</span>
                )}
              </button>
            </li>
          ))}
      </ul>
    </section>
  ))
}
