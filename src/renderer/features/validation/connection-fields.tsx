import { useId } from 'react'
import { secretVariable } from '../../../contracts/connection.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { useAsk } from '../../asking/use-answer.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { KeptConnectionList } from './kept-connections.tsx'
import { OpenConnection } from './open-connection.tsx'
import { type FormProblems, type RequestForm, typedConnection, typedPasswordSecretName } from './request-form.ts'
import { ShownConnection } from './shown-connection.tsx'

interface ConnectionFieldsProps {
  readonly form: RequestForm
  readonly problems: FormProblems
  readonly onChange: (change: Partial<RequestForm>) => void
}

const mechanisms: readonly RequestForm['mechanism'][] = ['none', 'PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']

/** The fields for the connection to a cluster: a kept one, an opened or pasted configuration, or typed fields. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { form, onChange } = props
  const isPresenting = useIsPresenting()
  if (isPresenting) return <p className="quiet">The connection is not shown in presenter mode.</p>
  const onOpened = (opened: RequestForm['opened']) => onChange({ opened, password: '' })
  if (form.opened !== null) {
    return <ShownConnection opened={form.opened} {...{ onOpened }} onForget={() => onChange({ opened: null })} />
  }
  return (
    <>
      <KeptConnectionList onOpened={onOpened} />
      <OpenConnection onOpened={onOpened} />
      <TypedConnection {...props} />
      <UseTypedButton form={form} onOpened={onOpened} />
    </>
  )
}

interface UseTypedProps {
  readonly form: RequestForm
  readonly onOpened: (opened: RequestForm['opened']) => void
}

/**
 * The button that passes the typed fields to the workbench. Afterwards the window no longer has the password, and the
 * connection can be kept.
 */
function UseTypedButton({ form, onOpened }: UseTypedProps) {
  const askOrNotify = useAsk()
  const typed = typedConnection(form)
  const use = async () => {
    if (!typed.ok) return
    const secrets = form.password === '' ? {} : { [typedPasswordSecretName]: form.password }
    const opened = await askOrNotify('connection.open', { kind: 'typed', connection: typed.connection, secrets })
    if (opened !== null) onOpened(opened)
  }
  return (
    <div className="actions">
      <ButtonWithReason disabledBecause={typed.ok ? null : 'needs valid fields above'} onClick={() => void use()}>
        Use this connection
      </ButtonWithReason>
    </div>
  )
}

/** The typed fields of a connection. */
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
            isWide
            onChange={(username) => onChange({ username })}
          />
          <LabelledInput
            label="Password"
            value={form.password}
            problem={problems.password}
            isSecret
            isWide
            hint={`If empty, it is read from the environment variable ${secretVariable(typedPasswordSecretName)}.`}
            onChange={(password) => onChange({ password })}
          />
        </>
      )}
    </div>
  )
}
