/**
 * The scenarios that are pinned for a comparison: the fields that pin them, and their table.
 */
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { counted } from '../../../units/count.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import type { CompareForm } from './compare-form.ts'
import { maxScenarios } from './scenario-rows.ts'
import { ScenarioTable } from './scenario-table.tsx'

/** Element id of the heading above the scenarios side by side. */
const scenariosId = 'scenarios-heading'

interface PinFieldsProps {
  readonly form: CompareForm
  readonly scenario: Scenario
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  readonly onChange: (form: CompareForm) => void
}

/**
 * The number of pinned scenarios, with a link to their table. The table is below that of the offerings and out of sight, so
 * without this line pinning would seem to do nothing.
 */
function PinnedLine({ count }: { readonly count: number }) {
  return (
    <p className="quiet" role="status">
      {counted(count, 'scenario')} pinned.{' '}
      <button
        type="button"
        className="plain"
        onClick={() => document.getElementById(scenariosId)?.scrollIntoView({ block: 'start' })}
      >
        Show side by side
      </button>
    </p>
  )
}

/** The fields that pin a scenario for the comparison: the current one, or an example. */
export function PinFields({ form, scenario, examples, onChange }: PinFieldsProps) {
  const isFull = form.pinned.length + 1 >= maxScenarios
  const add = (added: Scenario) => onChange({ ...form, pinned: [...form.pinned, added] })
  return (
    <section className="group" aria-labelledby="beside-heading">
      <h2 id="beside-heading">Scenarios side by side</h2>
      <p className="quiet">
        {isFull ? `Up to ${maxScenarios} scenarios can be compared.` : 'Pin this scenario, then change it in Sizing.'}
      </p>
      {form.pinned.length === 0 ? null : <PinnedLine count={form.pinned.length} />}
      <div className="actions">
        <ButtonWithReason
          disabledBecause={isFull ? `Up to ${maxScenarios} scenarios can be compared.` : null}
          reasonAs="tooltip"
          onClick={() => add(scenario)}
        >
          Pin for comparison
        </ButtonWithReason>
        <select
          className="button-select"
          aria-label="Pin an example"
          value=""
          disabled={isFull}
          onChange={(event) => {
            const example = examples.find(({ fileName }) => fileName === event.target.value)
            if (example !== undefined) add(example.scenario)
          }}
        >
          <option value="" disabled hidden>
            An example
          </option>
          {examples.map((example) => (
            <option key={example.fileName} value={example.fileName}>
              {example.scenario.name}
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}

interface PinnedScenariosProps extends Pick<PinFieldsProps, 'form' | 'scenario' | 'onChange'> {
  readonly models: ModelList
  /** Opens a scenario in the sizing view. */
  readonly onOpen: (scenario: Scenario) => void
}

/** The current scenario beside the pinned ones; nothing if none is pinned. */
export function PinnedScenarios({ form, scenario, models, onChange, onOpen }: PinnedScenariosProps) {
  const { pinned, scenarioSort } = form
  if (pinned.length === 0) return null
  return (
    <section className="refused" aria-labelledby={scenariosId}>
      <h2 id={scenariosId}>Scenarios side by side, each on its own cluster</h2>
      <ScenarioTable
        scenarios={[scenario, ...pinned]}
        models={models}
        sort={scenarioSort}
        onSort={(sort) => onChange({ ...form, scenarioSort: sort })}
        onOpen={onOpen}
        onRemove={(removed) => onChange({ ...form, pinned: pinned.filter((kept) => kept !== removed) })}
      />
    </section>
  )
}
