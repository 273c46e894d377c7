import type { Workload } from '../../../contracts/workload.ts'
import { EntryBlock, EntryGroup, type FormProps } from './entry-group.tsx'
import { FormField } from './form-field.tsx'

/** The topics, one block per entry. */
export function TopicFields(props: FormProps) {
  const { workload } = props.editor.scenario
  return (
    <EntryGroup
      list="topics"
      title="Topics"
      addLabel="Add a topic"
      count={workload.topics.length}
      firstField="partitions"
      dispatch={props.dispatch}
    >
      {workload.topics.map((topic, index) => {
        const place = `workload.topics[${index}]`
        return (
          <EntryBlock
            key={place}
            list="topics"
            index={index}
            keptBecause={whyKept(workload, topic.name)}
            {...props}
            foldName="Name, identical topics, retention, min.insync.replicas, flush"
            folded={
              <>
                <FormField {...props} place={`${place}.name`} isWide />
                <FormField {...props} place={`${place}.count`} />
                <FormField {...props} place={`${place}.retentionMs`} />
                <FormField {...props} place={`${place}.minInsyncReplicas`} />
                <FormField {...props} place={`${place}.flushMessages`} />
              </>
            }
          >
            <FormField {...props} place={`${place}.partitions`} />
            <FormField {...props} place={`${place}.replicationFactor`} />
          </EntryBlock>
        )
      })}
    </EntryGroup>
  )
}

/** Why a topic cannot be removed: the name of the first client that uses it. Undefined if none does. */
function whyKept(workload: Workload, topic: string): string | undefined {
  const client = [...workload.producers, ...workload.consumerGroups].find((entry) => entry.topic === topic)
  return client === undefined ? undefined : `${client.name} uses it`
}
