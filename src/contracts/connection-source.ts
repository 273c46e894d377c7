/** What a connection is read from, what was read, and what the workspace keeps of it. */
import { z } from 'zod'
import { connection, secretName, secrets } from './connection.ts'
import { displayName } from './primitives.ts'

/** Where a connection is read from: a file, text that a person pasted, fields that were filled in, or what is kept. */
export const connectionSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  /** `secrets` by the names that the connection has for them. */
  z.strictObject({ kind: z.literal('typed'), connection, secrets }),
  z.strictObject({ kind: z.literal('kept'), name: displayName }),
])
export type ConnectionSource = z.output<typeof connectionSource>

/** A connection that was read. */
export const openedConnection = z.strictObject({
  connection,
  /** What the user should know about it, each as a sentence. */
  notes: z.array(z.string()),
  /** Names of secrets whose values are not at hand: typed, or read from the environment when a run starts. */
  missingSecrets: z.array(secretName),
  /** The name under which the workspace keeps it; null where it does not. */
  keptAs: displayName.nullable(),
})
export type OpenedConnection = z.output<typeof openedConnection>

/** A connection that the workspace keeps. Its secrets never leave the workbench. */
export const keptConnection = z.strictObject({
  name: displayName,
  /** `host:port` of one or more brokers. */
  bootstrapServers: connection.shape.bootstrapServers,
  /**
   * Where its secrets are: sealed by the computer's keychain, in memory until the program ends, nowhere here; `none`
   * where it needs none.
   */
  secrets: z.enum(['kept', 'in-memory', 'missing', 'none']),
})
export type KeptConnection = z.output<typeof keptConnection>
