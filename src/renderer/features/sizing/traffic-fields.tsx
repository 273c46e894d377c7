import type { Keys, Producer } from '../../../contracts/workload.ts'
import type { Option } from '../../components/option-list.tsx'
import { ChoiceField } from './choice-field.tsx'
import { EntryBlock, EntryGroup, type FormProps, TopicChoice } from './entry-group.tsx'
import { FormField } from './form-field.tsx'
import type { EditorAction } from './scenario-editor.ts'

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
const formatOptions: readonly Option[] = [
  { value: null, label: 'v2: current' },
  { value: 'v1', label: 'v1: Kafka 0.10' },
  { value: 'v0', label: 'v0: before 0.10' },
]
/** The first values of the fields for keys, by kind. */
const keysOfKind: Readonly<Record<string, Keys>> = {
  none: { kind: 'none' },
  uniform: { kind: 'uniform', distinct: 1_000_000 },
  zipf: { kind: 'zipf', distinct: 1_000_000, exponent: 1 },
}

/** The fields of the producers, one block per entry. */
export function TrafficFields(props: FormProps) {
  const { producers } = props.editor.scenario.workload
  return (
    <EntryGroup
      list="producers"
      title="Traffic"
      addLabel="Add traffic"
      count={producers.length}
      firstField="peakRecordsPerSec"
      dispatch={props.dispatch}
    >
      {producers.map((producer, index) => {
        const place = `workload.producers[${index}]`
        return (
          <EntryBlock
            key={place}
            list="producers"
            index={index}
            {...props}
            foldName="Batching, acknowledgement, keys, compression"
            folded={<FoldedFields {...props} place={place} producer={producer} />}
          >
            <FormField {...props} place={`${place}.peakRecordsPerSec`} />
            <FormField {...props} place={`${place}.averageRecordsPerSec`} />
            <FormField {...props} place={`${place}.recordValueBytes`} />
            <FormField {...props} place={`${place}.clients`} />
            <TopicChoice {...props} place={place} label="Writes to" />
          </EntryBlock>
        )
      })}
    </EntryGroup>
  )
}

interface FoldedFieldsProps extends FormProps {
  readonly place: string
  readonly producer: Producer
}

function FoldedFields({ place, producer, ...props }: FoldedFieldsProps) {
  const { dispatch } = props
  return (
    <>
      <FormField {...props} place={`${place}.lingerMs`} />
      <FormField {...props} place={`${place}.batchBytes`} />
      <ChoiceField place={`${place}.acks`} value={producer.acks} options={acksOptions} dispatch={dispatch} />
      <FormField {...props} place={`${place}.maxInFlight`} />
      <FormField {...props} place={`${place}.synchronousSenders`} />
      <FormField {...props} place={`${place}.transactionMs`} />
      <FormField {...props} place={`${place}.mostRecordsPerSec`} />
      <KeyFields {...props} place={place} keys={producer.keys} keyBytes={producer.recordKeyBytes} />
      <ChoiceField
        place={`${place}.compression`}
        value={producer.compression}
        options={compressionOptions}
        dispatch={dispatch}
      />
      <FormField {...props} place={`${place}.compressionRatio`} />
      <RatioNote producer={producer} />
      <ChoiceField
        place={`${place}.messageFormat`}
        value={producer.messageFormat}
        options={formatOptions}
        isWide
        dispatch={dispatch}
      />
      <IdempotenceField place={place} isIdempotent={producer.isIdempotent} dispatch={dispatch} />
      <FormField {...props} place={`${place}.name`} isWide />
    </>
  )
}

/** Initial key size when keys are chosen: that of a long integer. */
const usualKeyBytes = 8

/** Chooses the kind of keys. In the same step records with keys get a key size, and only even keys can be each client's own. */
function keysAction(place: string, kind: string, keyBytes: number): EditorAction {
  const bytes = kind === 'none' || keyBytes > 0 ? keyBytes : usualKeyBytes
  return {
    type: 'applied',
    values: [
      { place: `${place}.keys`, value: keysOfKind[kind] },
      { place: `${place}.recordKeyBytes`, value: bytes },
      { place: `${place}.keysPerClient`, value: undefined },
    ],
  }
}

interface KeyFieldsProps extends FormProps {
  readonly place: string
  readonly keys: Keys
  readonly keyBytes: number
}

function KeyFields({ editor, dispatch, place, keys, keyBytes }: KeyFieldsProps) {
  return (
    <>
      <ChoiceField
        place={`${place}.keys`}
        value={keys.kind}
        options={keyOptions}
        dispatch={(action) =>
          dispatch(action.type === 'chosen' ? keysAction(place, String(action.value), keyBytes) : action)
        }
      />
      <FormField editor={editor} dispatch={dispatch} place={`${place}.recordKeyBytes`} />
      {keys.kind === 'none' ? null : <FormField editor={editor} dispatch={dispatch} place={`${place}.keys.distinct`} />}
      {keys.kind === 'uniform' ? (
        <FormField editor={editor} dispatch={dispatch} place={`${place}.keysPerClient`} />
      ) : null}
      {keys.kind === 'zipf' ? <FormField editor={editor} dispatch={dispatch} place={`${place}.keys.exponent`} /> : null}
    </>
  )
}

/** Says that a chosen codec has no effect until a compression ratio is typed. */
function RatioNote({ producer: { compression, compressionRatio } }: { readonly producer: Producer }) {
  if (compression === 'none' || compressionRatio < 1) return null
  return (
    <p className="field-note" role="note">
      Nothing is saved yet. Type what {compression} leaves of your records, such as 3:1.
    </p>
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
