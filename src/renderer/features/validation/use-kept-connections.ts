/**
 * The connections that the workspace keeps, and what can be done with them.
 */
import { useCallback, useEffect, useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Connection } from '../../../contracts/connection.ts'
import type { KeptConnection, OpenedConnection } from '../../../contracts/connection-source.ts'
import { workbench } from '../../api.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'

/** Kept connections. */
export interface KeptConnections {
  readonly connections: readonly KeptConnection[]
  /** Keeps an opened connection and gives it as it is kept; else why it could not be. */
  keep(name: string, connection: Connection): Promise<OpenedConnection | AppErrorData>
  /** The connection, opened; null where it could not be, which is said. */
  open(name: string): Promise<OpenedConnection | null>
  forget(name: string): Promise<void>
}

/** Asked for whenever they come into sight. */
export function useKeptConnections(): KeptConnections {
  const notify = useNotify()
  const [connections, setConnections] = useState<readonly KeptConnection[]>([])
  const refresh = useCallback(async () => {
    const outcome = await workbench.call('connections.list', {})
    if (outcome.ok) setConnections(outcome.value.connections)
    else notify(errorNotice(outcome.error))
  }, [notify])
  useEffect(() => void refresh(), [refresh])
  return {
    connections,
    async keep(name, connection) {
      const kept = await workbench.call('connections.keep', { name, connection })
      if (!kept.ok) return kept.error
      const outcome = await workbench.call('connection.open', { kind: 'kept', name })
      return outcome.ok ? outcome.value : outcome.error
    },
    async open(name) {
      const outcome = await workbench.call('connection.open', { kind: 'kept', name })
      if (outcome.ok) return outcome.value
      notify(errorNotice(outcome.error))
      return null
    },
    async forget(name) {
      const outcome = await workbench.call('connections.forget', { name })
      if (!outcome.ok) notify(errorNotice(outcome.error))
      await refresh()
    },
  }
}
