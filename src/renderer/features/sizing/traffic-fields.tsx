import type { Keys, Producer } from '../../../contracts/workload.ts'
import { ChoiceField, type Option } from './choice-field.tsx'
import { EntryHead } from './entry-head.tsx'
import { FormField } from './form-field.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'

interface GroupProps {
  readonly editor: ScenarioEditor
  readonly dispatch: (action: EditorAction) => void
}

const compressionOptions: readonly Option[] = ['none', 'gzip', 'snappy', 'lz4', 'zstd'].map((codec) => ({
  value: codec,
  label: codec,
}))
const acksOptions: readonly Option[] = [
  { value: 'all', label: 'all' },
  { value: '1', label: '1: the leader' },
  { value: '0', label: '0: none' },
]
const keyOptions: readonly Option[] = [
  { value: 'none', label: 'no keys' },
  { value: 'uniform', label: 'even' },
  { value: 'zipf', label: 'skewed (Zipf)' },
]
const keysOfKind: Readonly<Record<string, Keys>> = {
  none: { kind: 'none' },
  uniform: { kind: 'uniform', distinct: 1_000_000 },
  zipf: { kind: 'zipf', distinct: 1_000_000, exponent: 1 },
}

/** What is written: one block for each kind of producer. */
export function TrafficFields({ editor, dispatch }: GroupProps) {
  const { producers } = editor.scenario.workload
  return (
    <section className="group" aria-labelledby="traffic-heading">
      <div className="group-head">
        <h2 id="traffic-heading">Traffic</h2>
        <button type="button" className="plain" onClick={() => dispatch({ type: 'added', list: 'producers' })}>
          Add traffic
        </button>
      </div>
      {producers.map((producer, index) => (
        <ProducerFields
          key={placeOf(index)}
          {...{ editor, dispatch, producer, index }}
          isOnly={producers.length === 1}
        />
      ))}
    </section>
  )
}

function placeOf(index: number): string {
  return `workload.producers[${index}]`
}

interface ProducerFieldsProps extends GroupProps {
  readonly producer: Producer
  readonly index: number
  readonly isOnly: boolean
}

function ProducerFields({ editor, dispatch, producer, index, isOnly }: ProducerFieldsProps) {
  const place = placeOf(index)
  const { topics } = editor.scenario.workload
  const shared = { editor, dispatch }
  return (
    <div className="entry">
      {isOnly ? null : <EntryHead list="producers" index={index} name={producer.name} dispatch={dispatch} />}
      <div className="fields">
        <FormField {...shared} place={`${place}.peakRecordsPerSec`} isWide />
        <FormField {...shared} place={`${place}.recordValueBytes`} />
        <FormField {...shared} place={`${place}.clients`} />
        {topics.length > 1 ? (
          <ChoiceField
            place={`${place}.topic`}
            label="Writes to"
            value={producer.topic}
            options={topics.map((topic) => ({ value: topic.name, label: topic.name }))}
            isWide
            dispatch={dispatch}
          />
        ) : null}
      </div>
      <details className="fold">
        <summary>Batching, acknowledgement, keys, compression</summary>
        <div className="fields">
          <FormField {...shared} place={`${place}.lingerMs`} />
          <FormField {...shared} place={`${place}.batchBytes`} />
          <ChoiceField
            place={`${place}.acks`}
            label="Acks"
            value={producer.acks}
            options={acksOptions}
            dispatch={dispatch}
          />
          <FormField {...shared} place={`${place}.maxInFlight`} />
          <KeyFields {...shared} place={place} keys={producer.keys} />
          <ChoiceField
            place={`${place}.compression`}
            label="Compression"
            value={producer.compression}
            options={compressionOptions}
            dispatch={dispatch}
          />
          <FormField {...shared} place={`${place}.compressionRatio`} />
          <FormField {...shared} place={`${place}.averageRecordsPerSec`} isWide />
          <IdempotenceField place={place} isIdempotent={producer.isIdempotent} dispatch={dispatch} />
          <FormField {...shared} place={`${place}.name`} isWide />
        </div>
      </details>
    </div>
  )
}

function KeyFields({ editor, dispatch, place, keys }: GroupProps & { readonly place: string; readonly keys: Keys }) {
  return (
    <>
      <ChoiceField
        place={`${place}.keys`}
        label="Keys"
        value={keys.kind}
        options={keyOptions}
        dispatch={(action) =>
          dispatch(action.type === 'chosen' ? { ...action, value: keysOfKind[String(action.value)] } : action)
        }
      />
      <FormField editor={editor} dispatch={dispatch} place={`${place}.recordKeyBytes`} />
      {keys.kind === 'none' ? null : (
        <FormField
          editor={editor}
          dispatch={dispatch}
          place={`${place}.keys.distinct`}
          isWide={keys.kind === 'uniform'}
        />
      )}
      {keys.kind === 'zipf' ? <FormField editor={editor} dispatch={dispatch} place={`${place}.keys.exponent`} /> : null}
    </>
  )
}

interface IdempotenceProps {
  readonly place: string
  readonly isIdempotent: boolean
  readonly dispatch: (action: EditorAction) => void
}

function IdempotenceField({ place, isIdempotent, dispatch }: IdempotenceProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isIdempotent}
        onChange={(event) => dispatch({ type: 'chosen', place: `${place}.isIdempotent`, value: event.target.checked })}
      />
      Idempotent
    </label>
  )
}
