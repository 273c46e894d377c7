import type { Workload } from '../../../contracts/workload.ts'
import { EntryHead } from './entry-head.tsx'
import { FormField } from './form-field.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'

interface TopicFieldsProps {
  readonly editor: ScenarioEditor
  readonly dispatch: (action: EditorAction) => void
}

/** The topics: one block for each entry. */
export function TopicFields({ editor, dispatch }: TopicFieldsProps) {
  const { workload } = editor.scenario
  const shared = { editor, dispatch }
  return (
    <section className="group" aria-labelledby="topics-heading">
      <div className="group-head">
        <h2 id="topics-heading">Topics</h2>
        <button type="button" className="plain" onClick={() => dispatch({ type: 'added', list: 'topics' })}>
          Add a topic
        </button>
      </div>
      {workload.topics.map((topic, index) => {
        const place = `workload.topics[${index}]`
        return (
          <div className="entry" key={place}>
            {workload.topics.length === 1 ? null : (
              <EntryHead
                list="topics"
                index={index}
                name={topic.name}
                keptBecause={clientOf(workload, topic.name)}
                dispatch={dispatch}
              />
            )}
            <div className="fields">
              <FormField {...shared} place={`${place}.partitions`} />
              <FormField {...shared} place={`${place}.replicationFactor`} />
            </div>
            <details className="fold">
              <summary>Name, alike topics, retention</summary>
              <div className="fields">
                <FormField {...shared} place={`${place}.name`} isWide />
                <FormField {...shared} place={`${place}.count`} />
                <FormField {...shared} place={`${place}.retentionMs`} />
              </div>
            </details>
          </div>
        )
      })}
    </section>
  )
}

/** Who uses a topic, as the reason why it stays; undefined where nobody does. */
function clientOf(workload: Workload, topic: string): string | undefined {
  const client = [...workload.producers, ...workload.consumerGroups].find((entry) => entry.topic === topic)
  return client === undefined ? undefined : `${client.name} uses it`
}
