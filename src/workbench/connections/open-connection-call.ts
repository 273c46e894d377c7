/**
 * Opens a connection for the window: from a file, a pasted text, typed fields or the kept connections. Secrets stay in
 * this process.
 */
import type { ConnectionSource, OpenedConnection } from '../../contracts/connection-source.ts'
import { secretNamesOf } from '../secrets/connection-files.ts'
import {
  openConnectionFile,
  openConnectionText,
  type OpenedConnection as ReadConnection,
  unencryptedNotes,
} from './connection-file.ts'
import type { HeldSecrets } from './held-secrets.ts'
import type { KeptConnections } from './kept-connections.ts'

/** Services that the call uses. */
export interface OpenConnectionServices {
  readonly held: HeldSecrets
  readonly kept: KeptConnections
}

/**
 * Creates the call's handler. The handler rejects with AppError FILE_UNREADABLE, CONNECTION_INVALID or INPUT_INVALID.
 */
export function openConnection(services: OpenConnectionServices) {
  return async (source: ConnectionSource): Promise<OpenedConnection> => {
    const read = await readSource(source, services)
    return {
      connection: services.held.hold(read),
      notes: [...read.notes],
      missingSecrets: secretNamesOf(read.connection).filter((name) => read.secrets[name] === undefined),
      keptAs: source.kind === 'kept' ? source.name : null,
    }
  }
}

async function readSource(source: ConnectionSource, { held, kept }: OpenConnectionServices): Promise<ReadConnection> {
  switch (source.kind) {
    case 'file':
      return openConnectionFile(source.path)
    case 'text':
      return openConnectionText(source.text)
    case 'kept':
      return kept.open(source.name)
    case 'typed': {
      const known = held.heldOf(source.connection)
      return { ...known, secrets: { ...known.secrets, ...source.secrets }, notes: unencryptedNotes(known.connection) }
    }
  }
}
