/**
 * The fields for the prices of a comparison: region, zones, private endpoints, and the user's own price sheets and unit
 * prices.
 */
import { useId, useState } from 'react'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import type { CompareForm, CompareReading } from './compare-form.ts'
import { maxSheetBytes, readPriceSheetText } from './read-price-sheet.ts'

interface PriceFieldsProps {
  readonly form: CompareForm
  readonly reading: CompareReading
  readonly offerings: readonly Offering[]
  readonly models: ModelList
  readonly onChange: (form: CompareForm) => void
}

/** The fields. */
export function PriceFields({ form, reading, offerings, models, onChange }: PriceFieldsProps) {
  return (
    <>
      <section className="group" aria-labelledby="prices-heading">
        <h2 id="prices-heading">Costs a month</h2>
        <LabelledInput
          label="Region of the prices"
          value={form.region}
          placeholder="the first of each price list"
          problem={reading.regionProblem}
          isWide
          hint="As the vendor writes it, like us-east-1."
          onChange={(region) => onChange({ ...form, region })}
        />
        <LabelledInput
          label="Zones of brokers and clients"
          value={form.zones}
          placeholder="3, or 1 in a single zone"
          problem={reading.zonesProblem}
          isWide
          onChange={(zones) => onChange({ ...form, zones })}
        />
        <LabelledInput
          label="Private endpoints"
          value={form.privateEndpoints}
          placeholder="none"
          problem={reading.privateEndpointsProblem}
          isWide
          hint="Of the clients."
          onChange={(privateEndpoints) => onChange({ ...form, privateEndpoints })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={form.followerFetch}
            onChange={(event) => onChange({ ...form, followerFetch: event.target.checked })}
          />
          Consumers read in their own zone
        </label>
        <SheetFields {...{ form, models, onChange }} />
      </section>
      <details className="fold group" open={Object.keys(form.prices).length > 0}>
        <summary>Your prices per unit and hour</summary>
        <p className="quiet">Not stored in any file. An offering with a published price uses that by default.</p>
        {offerings.map(({ id, name, unitName }) => (
          <LabelledInput
            key={id}
            label={`${name}, ${unitName.singular}`}
            value={form.prices[id] ?? ''}
            placeholder="not given"
            problem={reading.priceProblems[id]}
            isWide
            onChange={(text) => onChange({ ...form, prices: { ...form.prices, [id]: text } })}
          />
        ))}
      </details>
    </>
  )
}

/** The choice of price sheets, and the problems of one that cannot be used. */
function SheetFields({ form, models, onChange }: Pick<PriceFieldsProps, 'form' | 'models' | 'onChange'>) {
  const id = useId()
  const [problems, setProblems] = useState<readonly string[]>([])
  const add = async (file: File) => {
    if (file.size > maxSheetBytes) return setProblems([`${file.name} is too large for a price sheet.`])
    const read = readPriceSheetText(await file.text(), models)
    setProblems(read.problems.map((problem) => `${file.name}: ${problem}`))
    const { sheet } = read
    if (sheet === null) return
    onChange({ ...form, sheets: [...form.sheets.filter(({ name }) => name !== sheet.name), sheet] })
  }
  return (
    <>
      <div className="field is-wide">
        <div className="field-head">
          <label htmlFor={id}>Your own price sheet</label>
        </div>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file !== undefined) void add(file)
            event.target.value = ''
          }}
        />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="field-problem">
          {problem}
        </p>
      ))}
      {form.sheets.map((sheet) => (
        <div key={sheet.name} className="actions">
          <span>{sheet.name}</span>
          <button
            type="button"
            className="plain"
            onClick={() => onChange({ ...form, sheets: form.sheets.filter((each) => each !== sheet) })}
          >
            Take away<span className="visually-hidden"> {sheet.name}</span>
          </button>
        </div>
      ))}
    </>
  )
}
