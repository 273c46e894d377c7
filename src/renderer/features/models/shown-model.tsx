/**
 * The shown offering of the models view: its evidence, limits, calibrations, published figures and parameters.
 */
import { useMemo, useState } from 'react'
import { limitSetAt, limitSetsOf } from '../../../capacity/limit-set.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { evidenceSummary, readPublishedFigures } from '../../../presentation/backtest/published-figures.ts'
import { ownFileText } from '../../../presentation/models/own-file.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { OptionList } from '../../components/option-list.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { SettledStatus } from '../../components/settled-status.tsx'
import { tierOptions } from '../../components/tier-options.ts'
import { CalibrationPanel } from './calibration-panel.tsx'
import { FiguresList } from './figures-list.tsx'
import { HostTable } from './host-table.tsx'
import { LimitTable } from './limit-table.tsx'
import { modelParameters } from './model-parameters.ts'
import { ParameterTable } from './parameter-table.tsx'

interface ShownModelProps {
  readonly offering: Offering
  readonly calibrations: readonly Calibration[]
  /** Opens the offering in the sizing view, optionally with a calibration. */
  readonly onChoose: (id: string, calibration?: string) => void
  readonly onDeleteCalibration: (name: string) => void
  readonly onEdit: () => void
}

/** The offering, with the limits of a tier and a date that the user chooses. */
export function ShownModel({ offering, calibrations, onChoose, onDeleteCalibration, onEdit }: ShownModelProps) {
  const { tier, set, setTier, setAsOf } = useLimitSet(offering)
  const host = offering.model === 'broker-hardware' ? offering.hardware.hosts.find(({ id }) => id === tier) : undefined
  const { figures, error } = useMemo(() => readPublishedFigures(offering), [offering])
  const file = ownFileText(offering)
  const { headline, details } = evidenceSummary(set?.limits.length ?? 0, figures)
  return (
    <>
      <ModelHead onEdit={onEdit} onUse={() => onChoose(offering.id)} />
      <p className="sentence">
        {offering.name}: {withNoBreakSpaces(headline)}
      </p>
      {details.length === 0 ? null : <p className="reason">{withNoBreakSpaces(details.join(' '))}</p>}
      {file === '' ? null : <p className="reason">From {file}.</p>}
      <SettledStatus text={headline} />
      <LimitChoice {...{ offering, tier }} asOf={set?.asOf} onTier={setTier} onAsOf={setAsOf} />
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
      {offering.notes === undefined ? null : <ModelNotes notes={offering.notes} />}
      {host === undefined ? null : <HostTable host={host} />}
      <FiguresList model={offering.id} figures={figures} />
      <ParameterTable parameters={modelParameters(offering)} />
    </>
  )
}

/** The chosen tier and its limits as of the chosen date; the newest ones if the tier has none of that date. */
function useLimitSet(offering: Offering) {
  const [tier, setTier] = useState(offering.tiers?.[0]?.id)
  const [asOf, setAsOf] = useState<string | undefined>(undefined)
  const ofTier = tier === undefined ? {} : { tier }
  const set =
    limitSetAt(offering, { ...ofTier, ...(asOf === undefined ? {} : { asOf }) }) ?? limitSetAt(offering, ofTier)
  return { tier, set, setTier, setAsOf }
}

function ModelHead({ onEdit, onUse }: { readonly onEdit: () => void; readonly onUse: () => void }) {
  return (
    <div className="question-row">
      <h1 className="question">Where do the limits come from?</h1>
      <div className="actions">
        <button type="button" onClick={onEdit}>
          Duplicate and edit
        </button>
        <button type="button" onClick={onUse}>
          Use in Sizing
        </button>
      </div>
    </div>
  )
}

/** The end of a sentence, before the next one. */
const sentenceEnd = /(?<=[.!?]) (?=\p{Lu})/u

/** What the model leaves out or assumes, one sentence a line, below the limits that most readers come for. */
function ModelNotes({ notes }: { readonly notes: string }) {
  return (
    <section className="model-part" aria-labelledby="notes-heading">
      <h2 id="notes-heading">Notes on this model</h2>
      <ul className="lines">
        {notes.split(sentenceEnd).map((sentence) => (
          <li key={sentence}>{withNoBreakSpaces(sentence)}</li>
        ))}
      </ul>
    </section>
  )
}

interface LimitChoiceProps {
  readonly offering: Offering
  readonly tier: string | undefined
  readonly asOf: string | undefined
  readonly onTier: (tier: string) => void
  readonly onAsOf: (asOf: string) => void
}

/** The choice of the tier, if the offering has tiers, and of the date of its limits. */
function LimitChoice({ offering, tier, asOf, onTier, onAsOf }: LimitChoiceProps) {
  return (
    <div className="model-choice">
      {offering.tiers === undefined ? null : (
        <label>
          Tier{' '}
          <select value={tier ?? ''} onChange={(event) => onTier(event.target.value)}>
            <OptionList options={tierOptions(offering.tiers, tier)} />
          </select>
        </label>
      )}
      <label>
        Limits as of{' '}
        <select value={asOf ?? ''} onChange={(event) => onAsOf(event.target.value)}>
          {limitSetsOf(offering, tier).map((limitSet) => (
            <option key={limitSet.asOf} value={limitSet.asOf}>
              {limitSet.asOf}
            </option>
          ))}
        </select>
      </label>
    </div>
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
