import { useMemo } from 'react'
import { limitSetAt, limitSetsOf } from '../../../capacity/limit-set.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
import type { Option } from '../../components/option-list.tsx'
import { tierOptions } from '../../components/tier-options.ts'
import { CalibrationField } from './calibration-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { deploymentOn } from './deployment-on.ts'
import { FormField } from './form-field.tsx'
import { HostFields } from './host-fields.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'

interface ClusterFieldsProps {
  readonly editor: ScenarioEditor
  readonly models: ModelList
  readonly dispatch: (action: EditorAction) => void
}

const cloudOptions: readonly Option[] = [
  { value: null, label: 'not stated' },
  { value: 'aws', label: 'AWS' },
  { value: 'azure', label: 'Azure' },
  { value: 'gcp', label: 'Google Cloud' },
]
const zoneOptions: readonly Option[] = [
  { value: null, label: 'not stated' },
  { value: 'single', label: 'one zone' },
  { value: 'multi', label: 'several zones' },
]

/** The deployment: offering, tier, size, hosts, and the date of its limits. */
export function ClusterFields({ editor, models, dispatch }: ClusterFieldsProps) {
  const { offerings, calibrations } = models
  const { deployment } = editor.scenario
  const offering = offerings.find((candidate) => candidate.id === deployment.offering)
  const tiers = offering?.tiers
  // There may be hundreds of tiers, so the options are not made again at every keystroke.
  const options = useMemo(() => tierOptions(tiers ?? [], deployment.tier), [tiers, deployment.tier])
  return (
    <section className="group" aria-labelledby="cluster-heading">
      <h2 id="cluster-heading">Cluster</h2>
      <div className="fields">
        <ChoiceField
          place="deployment.offering"
          value={deployment.offering}
          options={offeringOptions(offerings, deployment.offering)}
          isWide
          dispatch={(action) => dispatch(withWholeDeployment(action, deployment, offerings))}
        />
        {tiers !== undefined && (
          <ChoiceField place="deployment.tier" value={deployment.tier} options={options} isWide dispatch={dispatch} />
        )}
        <FormField editor={editor} dispatch={dispatch} place="deployment.size" unit={offering?.unitName} />
        {offering !== undefined && <HostFields editor={editor} dispatch={dispatch} offering={offering} />}
        {offering !== undefined && <LimitsAsOf deployment={deployment} offering={offering} dispatch={dispatch} />}
        <CalibrationField deployment={deployment} calibrations={calibrations} dispatch={dispatch} />
        <ChoiceField place="deployment.cloud" value={deployment.cloud} options={cloudOptions} dispatch={dispatch} />
        <ChoiceField place="deployment.zones" value={deployment.zones} options={zoneOptions} dispatch={dispatch} />
      </div>
    </section>
  )
}

/** The offerings as options. The scenario's offering is one of them even if it is not installed, so that it is shown. */
function offeringOptions(offerings: readonly Offering[], chosen: string): Option[] {
  const options = offerings.map((offering) => ({ value: offering.id, label: offering.name }))
  const isKnown = offerings.some((offering) => offering.id === chosen)
  return isKnown ? options : [...options, { value: chosen, label: `${chosen} (not installed)` }]
}

/**
 * Turns the choice of an offering into a choice of the whole deployment, so that offering, tier and date of the limits
 * change in one undo step.
 */
function withWholeDeployment(
  action: EditorAction,
  deployment: Deployment,
  offerings: readonly Offering[],
): EditorAction {
  if (action.type !== 'chosen' || typeof action.value !== 'string') return action
  return { type: 'chosen', place: 'deployment', value: deploymentOn(deployment, action.value, offerings) }
}

interface LimitsAsOfProps {
  readonly deployment: Deployment
  readonly offering: Offering
  readonly dispatch: (action: EditorAction) => void
}

/** The choice of the limits by their date. Marked are those in use: the newest on or before the scenario's date, if any. */
function LimitsAsOf({ deployment, offering, dispatch }: LimitsAsOfProps) {
  const dates = limitSetsOf(offering, deployment.tier)
    .map((set) => set.asOf)
    .sort()
  const used = limitSetAt(offering, deployment)?.asOf
  return (
    <fieldset className={dates.length > 2 ? 'field is-wide' : 'field'}>
      <legend className="field-head">Limits as of</legend>
      <div className="segments">
        {dates.map((date) => (
          <label key={date}>
            <input
              type="radio"
              name="limits-as-of"
              checked={date === used}
              onChange={() => dispatch({ type: 'chosen', place: 'deployment.asOf', value: date })}
            />
            <span>{date}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
