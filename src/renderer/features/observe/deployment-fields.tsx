import { useId, useMemo } from 'react'
import { tierOf } from '../../../capacity/limit-set.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { clientFamily } from '../../../contracts/workload.ts'
import { clientLibraries } from '../../components/client-libraries.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { type Option, OptionList } from '../../components/option-list.tsx'
import { tierOptions } from '../../components/tier-options.ts'
import type { DeploymentForm } from './observe-form.ts'

interface DeploymentFieldsProps {
  readonly form: DeploymentForm
  readonly sizeProblem: string | null
  readonly offerings: readonly Offering[]
  readonly onChange: (change: Partial<DeploymentForm>) => void
}

const libraryOptions: readonly Option[] = [{ value: null, label: 'unknown: Java is assumed' }, ...clientLibraries]

/** The fields for the cluster's deployment, without which headroom cannot be predicted, and for its clients' library. */
export function DeploymentFields({ form, sizeProblem, offerings, onChange }: DeploymentFieldsProps) {
  const offering = offerings.find(({ id }) => id === form.offering)
  const options = useMemo(
    () => [
      { value: null, label: 'as in the sources, or unknown' },
      ...offerings.map(({ id, name }) => ({ value: id, label: name })),
    ],
    [offerings],
  )
  const tiers = offering?.tiers
  const tier = offering === undefined ? undefined : form.tier === '' ? tierOf(offering, {}) : form.tier
  return (
    <section className="group" aria-labelledby="runs-on-heading">
      <h2 id="runs-on-heading">What it runs on</h2>
      <div className="fields">
        <Choice
          label="Offering"
          value={form.offering}
          options={options}
          onChange={(chosen) => onChange({ offering: chosen, tier: '' })}
        />
        {tiers === undefined ? null : (
          <Choice
            label="Tier"
            value={tier ?? ''}
            options={tierOptions(tiers, tier)}
            onChange={(chosen) => onChange({ tier: chosen })}
          />
        )}
        {offering === undefined ? null : (
          <LabelledInput
            label={`Size, ${offering.unitName.plural}`}
            placeholder="1"
            value={form.size}
            problem={sizeProblem ?? undefined}
            isWide
            onChange={(size) => onChange({ size })}
          />
        )}
        <Choice
          label="Client library"
          value={form.clientFamily ?? ''}
          options={libraryOptions}
          onChange={(chosen) =>
            onChange({ clientFamily: clientFamily.options.find((each) => each === chosen) ?? null })
          }
        />
      </div>
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field is-wide">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <OptionList options={options} />
      </select>
    </div>
  )
}
