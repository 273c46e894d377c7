/**
 * Opens a client configuration, such as consoles of cloud services offer, from a file or from pasted text.
 */

import { useId, useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { ConnectionSource, OpenedConnection } from '../../../contracts/connection-source.ts'
import { shell } from '../../api.ts'
import { ask } from '../../asking/use-answer.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'

/** A button that opens a file, and a field for pasted text. The text may contain secrets; it is dropped when it is opened. */
export function OpenConnection({ onOpened }: { readonly onOpened: (opened: OpenedConnection) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<AppErrorData | null>(null)
  const open = async (source: ConnectionSource) => {
    const outcome = await ask('connection.open', source)
    if (outcome.ok) onOpened(outcome.value)
    else setError(outcome.error)
  }
  const openFile = async () => {
    const path = await shell.chooseConnectionToOpen()
    if (path !== null) await open({ kind: 'file', path })
  }
  return (
    <div>
      <div className="actions">
        <button type="button" onClick={() => void openFile()}>
          Open a client configuration…
        </button>
      </div>
      <details className="fold">
        <summary>Paste a client configuration</summary>
        <div className="field is-wide">
          <div className="field-head">
            <label htmlFor={id}>Java config or librdkafka properties</label>
          </div>
          <textarea
            id={id}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setText(event.target.value)
              setError(null)
            }}
          />
          <p id={`${id}-note`} className="quiet">
            For Confluent Cloud: Clients, Java, with API key and secret. The secret stays in memory until you keep the
            connection.
          </p>
        </div>
        <div className="actions">
          <ButtonWithReason
            disabledBecause={text.trim() === '' ? 'needs the text of a configuration' : null}
            onClick={() => void open({ kind: 'text', text })}
          >
            Use this configuration
          </ButtonWithReason>
        </div>
      </details>
      {error === null ? null : <ErrorInPlace error={error} />}
    </div>
  )
}

const placeholder = 'bootstrap.servers=…\nsecurity.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.jaas.config=…'
