import type { ConsumerGroup } from '../../../contracts/workload.ts'
import { ChoiceField, type Option } from './choice-field.tsx'
import { EntryHead } from './entry-head.tsx'
import { FormField } from './form-field.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'

interface GroupProps {
  readonly editor: ScenarioEditor
  readonly dispatch: (action: EditorAction) => void
}

const familyOptions: readonly Option[] = [
  { value: 'java', label: 'Java' },
  { value: 'librdkafka', label: 'librdkafka (C, Python, Go, .NET, Node.js)' },
]

/** Who reads, and what is common to all clients. */
export function ReaderFields({ editor, dispatch }: GroupProps) {
  const { workload } = editor.scenario
  const shared = { editor, dispatch }
  return (
    <section className="group" aria-labelledby="clients-heading">
      <div className="group-head">
        <h2 id="clients-heading">Consumers and clients</h2>
        <button type="button" className="plain" onClick={() => dispatch({ type: 'added', list: 'consumerGroups' })}>
          Add consumer groups
        </button>
      </div>
      {workload.consumerGroups.map((group, index) => (
        <GroupFields key={placeOf(index)} {...shared} group={group} index={index} />
      ))}
      <details className="fold">
        <summary>Client library, round trip, connections</summary>
        <div className="fields">
          <ChoiceField
            place="workload.clientFamily"
            label="Client library"
            value={workload.clientFamily}
            options={familyOptions}
            isWide
            dispatch={dispatch}
          />
          <FormField {...shared} place="workload.roundTripMs" />
          <FormField {...shared} place="workload.connections.total" />
          <FormField {...shared} place="workload.connections.attemptsPerSec" />
        </div>
      </details>
    </section>
  )
}

function placeOf(index: number): string {
  return `workload.consumerGroups[${index}]`
}

function GroupFields({ editor, dispatch, group, index }: GroupProps & { group: ConsumerGroup; index: number }) {
  const place = placeOf(index)
  const { topics, consumerGroups } = editor.scenario.workload
  const shared = { editor, dispatch }
  return (
    <div className="entry">
      {consumerGroups.length === 1 ? null : (
        <EntryHead list="consumerGroups" index={index} name={group.name} dispatch={dispatch} />
      )}
      <div className="fields">
        <FormField {...shared} place={`${place}.count`} />
        <FormField {...shared} place={`${place}.members`} />
        {topics.length > 1 ? (
          <ChoiceField
            place={`${place}.topic`}
            label="Reads from"
            value={group.topic}
            options={topics.map((topic) => ({ value: topic.name, label: topic.name }))}
            isWide
            dispatch={dispatch}
          />
        ) : null}
      </div>
      <details className="fold">
        <summary>Fetching, start</summary>
        <div className="fields">
          <FormField {...shared} place={`${place}.fetchMinBytes`} />
          <FormField {...shared} place={`${place}.fetchMaxWaitMs`} />
          <FormField {...shared} place={`${place}.startStaggerMs`} />
          <FormField {...shared} place={`${place}.name`} />
        </div>
      </details>
    </div>
  )
}
