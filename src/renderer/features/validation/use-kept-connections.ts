/**
 * The kept connections of the workspace, and actions on them.
 */
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Connection } from '../../../contracts/connection.ts'
import type { KeptConnection, OpenedConnection } from '../../../contracts/connection-source.ts'
import { ask, useAnswer, useAsk } from '../../asking/use-answer.ts'

/** The kept connections, and actions on them. */
export interface KeptConnections {
  readonly connections: readonly KeptConnection[]
  /** Stores a connection under a name. Resolves to the stored connection, or to the error. */
  keep(name: string, connection: Connection): Promise<OpenedConnection | AppErrorData>
  /** Opens a kept connection. Resolves to null after an error, which is shown as a notice. */
  open(name: string): Promise<OpenedConnection | null>
  forget(name: string): Promise<void>
}

/** The kept connections. They are loaded when the component is mounted. */
export function useKeptConnections(): KeptConnections {
  const askOrNotify = useAsk()
  return {
    connections: useAnswer('connections.list', {})?.connections ?? [],
    async keep(name, connection) {
      const kept = await ask('connections.keep', { name, connection })
      if (!kept.ok) return kept.error
      const outcome = await ask('connection.open', { kind: 'kept', name })
      return outcome.ok ? outcome.value : outcome.error
    },
    open: (name) => askOrNotify('connection.open', { kind: 'kept', name }),
    async forget(name) {
      await askOrNotify('connections.forget', { name })
    },
  }
}
