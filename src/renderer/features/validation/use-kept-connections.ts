/**
 * The connections that the workspace keeps, and what can be done with them.
 */
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Connection } from '../../../contracts/connection.ts'
import type { KeptConnection, OpenedConnection } from '../../../contracts/connection-source.ts'
import { ask, useAnswer, useAsk } from '../../asking/use-answer.ts'

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
