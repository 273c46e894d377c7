/** Schemas of a connection's source, of the opened connection, and of the connection as the workspace keeps it. */
import { z } from 'zod'
import { connection, secretName, secrets } from './connection.ts'
import { displayName } from './primitives.ts'

/** Source of a connection: a file, pasted text, the fields of the form, or a connection that the workspace keeps. */
export const connectionSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  /** `secrets`: values by the names that the connection refers to. */
  z.strictObject({ kind: z.literal('typed'), connection, secrets }),
  z.strictObject({ kind: z.literal('kept'), name: displayName }),
])
export type ConnectionSource = z.output<typeof connectionSource>

/** An opened connection. */
export const openedConnection = z.strictObject({
  connection,
  /** Sentences for the user. */
  notes: z.array(z.string()),
  /** Names of secrets that have no value yet. The user types it, or a run reads it from the environment. */
  missingSecrets: z.array(secretName),
  /** Its name in the workspace; null if the workspace does not keep it. */
  keptAs: displayName.nullable(),
})
export type OpenedConnection = z.output<typeof openedConnection>

/** A connection that the workspace keeps. Its secrets never leave the workbench. */
export const keptConnection = z.strictObject({
  name: displayName,
  /** `host:port` of one or more brokers. */
  bootstrapServers: connection.shape.bootstrapServers,
  /**
   * Where its secrets are: `kept` in the computer's keychain, `in-memory` until the program ends, or `missing`; `none`
   * if it needs none.
   */
  secrets: z.enum(['kept', 'in-memory', 'missing', 'none']),
})
export type KeptConnection = z.output<typeof keptConnection>
