import { useId } from 'react'
import { useIsPresenting } from '../../application/presenter.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { OpenConnection, ShownConnection } from './open-connection.tsx'
import type { FormProblems, RequestForm } from './request-form.ts'

interface ConnectionFieldsProps {
  readonly form: RequestForm
  readonly problems: FormProblems
  readonly onChange: (change: Partial<RequestForm>) => void
}

const mechanisms: readonly RequestForm['mechanism'][] = ['none', 'PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']

/** How to reach a cluster: a configuration that was opened or pasted, or fields to fill in. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { form, onChange } = props
  const isPresenting = useIsPresenting()
  if (isPresenting) return <p className="quiet">The connection is not shown in presenter mode.</p>
  if (form.opened !== null) {
    return <ShownConnection opened={form.opened} onForget={() => onChange({ opened: null })} />
  }
  return (
    <>
      <OpenConnection onOpened={(opened) => onChange({ opened })} />
      <TypedConnection {...props} />
    </>
  )
}

/** A connection field by field. A secret is named here and never typed. */
function TypedConnection({ form, problems, onChange }: ConnectionFieldsProps) {
  const id = useId()
  return (
    <div className="fields">
      <LabelledInput
        label="Bootstrap servers"
        placeholder="broker-1:9092, broker-2:9092"
        value={form.bootstrapServers}
        problem={problems.bootstrapServers}
        isWide
        onChange={(bootstrapServers) => onChange({ bootstrapServers })}
      />
      <label className="check is-wide">
        <input
          type="checkbox"
          checked={form.usesTls}
          onChange={(event) => onChange({ usesTls: event.target.checked })}
        />
        TLS
      </label>
      <div className="field is-wide">
        <div className="field-head">
          <label htmlFor={id}>SASL</label>
        </div>
        <select
          id={id}
          value={form.mechanism}
          onChange={(event) => {
            const mechanism = mechanisms.find((known) => known === event.target.value)
            if (mechanism !== undefined) onChange({ mechanism })
          }}
        >
          {mechanisms.map((mechanism) => (
            <option key={mechanism}>{mechanism}</option>
          ))}
        </select>
      </div>
      {form.mechanism === 'none' ? null : (
        <>
          <LabelledInput
            label="User"
            value={form.username}
            problem={problems.username}
            onChange={(username) => onChange({ username })}
          />
          <LabelledInput
            label="Name of the password"
            placeholder="my-cluster"
            value={form.passwordSecret}
            problem={problems.passwordSecret}
            onChange={(passwordSecret) => onChange({ passwordSecret })}
          />
          <p className="quiet" style={{ gridColumn: '1 / -1' }}>
            The password itself is read from the environment: “my-cluster” is HEADROOM_SECRET_MY_CLUSTER.
          </p>
        </>
      )}
    </div>
  )
}
