import { clientLibraries } from '../../components/client-libraries.ts'
import type { Option } from '../../components/option-list.tsx'
import { ChoiceField } from './choice-field.tsx'
import { EntryBlock, EntryGroup, type FormProps, TopicChoice } from './entry-group.tsx'
import { FormField } from './form-field.tsx'

const languageOptions: readonly Option[] = [
  { value: null, label: 'C, or not stated' },
  { value: 'python', label: 'Python' },
  { value: 'node', label: 'Node.js' },
]

/** The consumer groups, and the settings that all clients share. */
export function ConsumerFields(props: FormProps) {
  const { workload } = props.editor.scenario
  return (
    <EntryGroup
      list="consumerGroups"
      title="Consumers and clients"
      addLabel="Add consumer groups"
      count={workload.consumerGroups.length}
      firstField="count"
      dispatch={props.dispatch}
    >
      {workload.consumerGroups.map((_group, index) => {
        const place = `workload.consumerGroups[${index}]`
        return <GroupFields key={place} {...props} place={place} index={index} />
      })}
      <details className="fold">
        <summary>Client library, round trip, connections</summary>
        <div className="fields">
          <ChoiceField
            place="workload.clientFamily"
            value={workload.clientFamily}
            options={clientLibraries}
            isWide
            dispatch={(action) => {
              // The language applies to librdkafka clients only.
              if (action.type === 'chosen' && action.value === 'java' && workload.clientLanguage !== undefined) {
                props.dispatch({ ...action, place: 'workload.clientLanguage', value: undefined })
              }
              props.dispatch(action)
            }}
          />
          {workload.clientFamily === 'librdkafka' ? (
            <ChoiceField
              place="workload.clientLanguage"
              label="Written in"
              value={workload.clientLanguage === 'c' ? undefined : workload.clientLanguage}
              options={languageOptions}
              dispatch={props.dispatch}
            />
          ) : null}
          <FormField {...props} place="workload.roundTripMs" />
          <FormField {...props} place="workload.connections.total" />
          <FormField {...props} place="workload.connections.attemptsPerSec" />
        </div>
      </details>
    </EntryGroup>
  )
}

function GroupFields({ place, index, ...props }: FormProps & { readonly place: string; readonly index: number }) {
  return (
    <EntryBlock
      list="consumerGroups"
      index={index}
      {...props}
      foldName="Fetching, start"
      folded={
        <>
          <FormField {...props} place={`${place}.fetchMinBytes`} />
          <FormField {...props} place={`${place}.fetchMaxWaitMs`} />
          <FormField {...props} place={`${place}.laggingShare`} />
          <FormField {...props} place={`${place}.mostRecordsPerSec`} />
          <FormField {...props} place={`${place}.startStaggerMs`} />
          <FormField {...props} place={`${place}.startDelayMs`} />
          <FormField {...props} place={`${place}.name`} />
        </>
      }
    >
      <FormField {...props} place={`${place}.count`} />
      <FormField {...props} place={`${place}.members`} />
      <TopicChoice {...props} place={place} label="Reads from" />
    </EntryBlock>
  )
}
