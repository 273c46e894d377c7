/**
 * The models view: every offering with its limits, parameters, calibrations and published figures, and the editor of the
 * user's own model.
 */

import { useMemo, useState } from 'react'
import { limitSetAt, limitSetsOf } from '../../../capacity/limit-set.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { evidenceSummary, readPublishedFigures } from '../../../presentation/backtest/published-figures.ts'
import { ownFileText } from '../../../presentation/models/own-file.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { OptionList } from '../../components/option-list.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { SettledStatus } from '../../components/settled-status.tsx'
import { tierOptions } from '../../components/tier-options.ts'
import { BrokenFiles } from './broken-files.tsx'
import { CalibrationPanel } from './calibration-panel.tsx'
import { FiguresList } from './figures-list.tsx'
import { HostTable } from './host-table.tsx'
import { LimitTable } from './limit-table.tsx'
import { ModelEditor } from './model-editor.tsx'
import { modelParameters } from './model-parameters.ts'
import { ParameterTable } from './parameter-table.tsx'
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
          <Model
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

interface ModelProps extends Pick<ModelsViewProps, 'onChoose' | 'onDeleteCalibration'> {
  readonly offering: Offering
  readonly calibrations: readonly Calibration[]
  readonly onEdit: () => void
}

function Model({ offering, calibrations, onChoose, onDeleteCalibration, onEdit }: ModelProps) {
  const [tier, setTier] = useState(offering.tiers?.[0]?.id)
  const [asOf, setAsOf] = useState<string | undefined>(undefined)
  const choice = { ...(tier === undefined ? {} : { tier }), ...(asOf === undefined ? {} : { asOf }) }
  const set = limitSetAt(offering, choice) ?? limitSetAt(offering, tier === undefined ? {} : { tier })
  const host = offering.model === 'broker-hardware' ? offering.hardware.hosts.find(({ id }) => id === tier) : undefined
  const { figures, error } = useMemo(() => readPublishedFigures(offering), [offering])
  const file = ownFileText(offering)
  const { headline, details } = evidenceSummary(set?.limits.length ?? 0, figures)
  return (
    <>
      <div className="question-row">
        <h1 className="question">Where do the limits come from?</h1>
        <div className="actions">
          <button type="button" onClick={onEdit}>
            Duplicate and edit
          </button>
          <button type="button" onClick={() => onChoose(offering.id)}>
            Use in Sizing
          </button>
        </div>
      </div>
      <p className="sentence">
        {offering.name}: {withNoBreakSpaces(headline)}
      </p>
      {details.length === 0 ? null : <p className="reason">{withNoBreakSpaces(details.join(' '))}</p>}
      {file === '' ? null : <p className="reason">From {file}.</p>}
      {offering.notes === undefined ? null : <p className="reason">{withNoBreakSpaces(offering.notes)}</p>}
      <SettledStatus text={headline} />
      <div className="model-choice">
        {offering.tiers === undefined ? null : (
          <label>
            Tier{' '}
            <select value={tier ?? ''} onChange={(event) => setTier(event.target.value)}>
              <OptionList options={tierOptions(offering.tiers, tier)} />
            </select>
          </label>
        )}
        <label>
          Limits as of{' '}
          <select value={set?.asOf ?? ''} onChange={(event) => setAsOf(event.target.value)}>
            {limitSetsOf(offering, tier).map((limitSet) => (
              <option key={limitSet.asOf} value={limitSet.asOf}>
                {limitSet.asOf}
              </option>
            ))}
          </select>
        </label>
      </div>
      {calibrations.map((calibration) => (
        <CalibrationPanel
          key={calibration.name}
          {...{ calibration, offering }}
          onUse={(name) => onChoose(offering.id, name)}
          onDelete={onDeleteCalibration}
        />
      ))}
      {error === null ? null : <FiguresProblem error={error} />}
      {set === null ? null : <LimitTable set={set} unitName={offering.unitName} />}
      {host === undefined ? null : <HostTable host={host} />}
      <FiguresList model={offering.id} figures={figures} />
      <ParameterTable parameters={modelParameters(offering)} />
    </>
  )
}

/** Shown if the published figures cannot be predicted: the error and its remedy. */
function FiguresProblem({ error }: { readonly error: AppErrorData }) {
  return (
    <section className="model-part" role="alert">
      <p className="field-problem">Its published figures cannot be predicted. {error.message}</p>
      {error.problems.map(({ place, message }) => (
        <p className="quiet" key={place + message}>
          {place}: {message}
        </p>
      ))}
      {error.remedy === null ? null : <p className="quiet">{remedyText(error)}</p>}
    </section>
  )
}
