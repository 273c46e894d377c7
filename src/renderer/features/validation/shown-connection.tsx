/**
 * The connection that is in use: its properties, the fields of missing secrets, and the form that keeps it.
 */
import { useState } from 'react'
import { type Connection, secretVariable } from '../../../contracts/connection.ts'
import type { OpenedConnection } from '../../../contracts/connection-source.ts'
import { useAsk } from '../../asking/use-answer.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { useKeptConnections } from './use-kept-connections.ts'

interface ShownConnectionProps {
  readonly opened: OpenedConnection
  readonly onOpened: (opened: OpenedConnection) => void
  readonly onForget: () => void
}

/** The connection in use, with its notes. */
export function ShownConnection({ opened, onOpened, onForget }: ShownConnectionProps) {
  return (
    <section aria-label="Connection">
      {opened.keptAs === null ? null : <p className="run-title">{opened.keptAs}</p>}
      <p>{connectionText(opened.connection)}</p>
      {opened.notes.map((note) => (
        <p className="quiet" key={note}>
          {note}
        </p>
      ))}
      {opened.missingSecrets.map((name) => (
        <MissingSecret key={name} {...{ name, opened, onOpened }} />
      ))}
      <KeepConnection key={opened.keptAs} {...{ opened, onOpened }} />
      <div className="actions">
        <button type="button" onClick={onForget}>
          Use another connection
        </button>
      </div>
    </section>
  )
}

function connectionText({ bootstrapServers, tls, sasl }: Connection): string {
  const login = sasl === undefined ? 'no authentication' : `${sasl.username} with ${sasl.mechanism}`
  return `${bootstrapServers.join(', ')}: ${tls === undefined ? 'no TLS' : 'TLS'}, ${login}.`
}

type ChangeProps = Pick<ShownConnectionProps, 'opened' | 'onOpened'>

/** The field of a missing secret. Its button passes the secret to the workbench; the window then no longer has it. */
function MissingSecret({ name, opened, onOpened }: ChangeProps & { readonly name: string }) {
  const askOrNotify = useAsk()
  const [value, setValue] = useState('')
  const isKeyPassword = name === opened.connection.tls?.keyPasswordSecret
  const use = async () => {
    const secrets = { [name]: value }
    const withSecret = await askOrNotify('connection.open', { kind: 'typed', connection: opened.connection, secrets })
    if (withSecret !== null) onOpened(withSecret)
  }
  return (
    <>
      <div className="fields">
        <LabelledInput
          label={isKeyPassword ? 'Password of the client’s key' : 'Password'}
          value={value}
          isSecret
          isWide
          hint={`If empty, it is read from the environment variable ${secretVariable(name)}.`}
          onChange={setValue}
        />
      </div>
      <div className="actions">
        <ButtonWithReason disabledBecause={value === '' ? 'needs a password above' : null} onClick={() => void use()}>
          Use this password
        </ButtonWithReason>
      </div>
    </>
  )
}

/** The form that keeps the connection under a name. */
function KeepConnection({ opened, onOpened }: ChangeProps) {
  const { connections, keep } = useKeptConnections()
  const [name, setName] = useState(opened.connection.name)
  const [problem, setProblem] = useState<string | null>(null)
  const isReplacing = connections.some((kept) => kept.name === name.trim())
  const submit = async () => {
    const outcome = await keep(name.trim(), opened.connection)
    if ('code' in outcome) setProblem(outcome.problems[0]?.message ?? outcome.message)
    else onOpened(outcome)
  }
  return (
    <details className="fold">
      <summary>{opened.keptAs === null ? 'Keep this connection' : 'Keep it under another name'}</summary>
      <div className="fields">
        <LabelledInput
          label="Name of the connection"
          value={name}
          problem={problem ?? undefined}
          isWide
          hint={
            isReplacing
              ? 'Replaces the connection with this name.'
              : 'Stored in the workspace. The secret goes to this computer’s keychain if there is one.'
          }
          onChange={(text) => {
            setName(text)
            setProblem(null)
          }}
        />
      </div>
      <div className="actions">
        <ButtonWithReason disabledBecause={name.trim() === '' ? 'needs a name' : null} onClick={() => void submit()}>
          Keep it
        </ButtonWithReason>
      </div>
    </details>
  )
}
