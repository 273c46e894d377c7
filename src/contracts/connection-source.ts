/** What a connection is read from, and what was read. */
import { z } from 'zod'
import { connection } from './connection.ts'

/** Where a connection is read from: a file, or text that a person pasted. */
export const connectionSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
])
export type ConnectionSource = z.output<typeof connectionSource>

/** A connection that was read, and what the user should know about it, each as a sentence. */
export const openedConnection = z.strictObject({ connection, notes: z.array(z.string()) })
export type OpenedConnection = z.output<typeof openedConnection>
