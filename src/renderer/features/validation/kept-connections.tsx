/**
 * The list of kept connections. Each can be used or forgotten.
 */
import { useState } from 'react'
import type { KeptConnection, OpenedConnection } from '../../../contracts/connection-source.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useKeptConnections } from './use-kept-connections.ts'

const secretNotes: Readonly<Record<KeptConnection['secrets'], string>> = {
  kept: 'secret in the keychain',
  'in-memory': 'secret in memory until Headroom ends',
  missing: 'without its secret',
  none: 'needs no secret',
}

/** The list; nothing if no connection is kept. */
export function KeptConnectionList({ onOpened }: { readonly onOpened: (opened: OpenedConnection) => void }) {
  const kept = useKeptConnections()
  const [nameToForget, setNameToForget] = useState<string | null>(null)
  const open = async (name: string) => {
    const opened = await kept.open(name)
    if (opened !== null) onOpened(opened)
  }
  if (kept.connections.length === 0) return null
  return (
    <section aria-label="Kept connections">
      <ul>
        {kept.connections.map((connection) => (
          <li key={connection.name} className="run-entry">
            <button type="button" className="open" onClick={() => void open(connection.name)}>
              <span className="run-title">{connection.name}</span>
              <span className="quiet line">
                {connection.bootstrapServers.join(', ')} · {secretNotes[connection.secrets]}
              </span>
            </button>
            <button type="button" className="plain" onClick={() => setNameToForget(connection.name)}>
              Forget<span className="visually-hidden"> {connection.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {nameToForget === null ? null : (
        <ConfirmDialog
          question={`Forget the connection “${nameToForget}”?`}
          detail="The connection and its secret in the keychain are deleted. The cluster is not changed."
          confirmLabel="Forget"
          onConfirm={() => void kept.forget(nameToForget)}
          onClosed={() => setNameToForget(null)}
        />
      )}
    </section>
  )
}
