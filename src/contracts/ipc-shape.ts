import type { z } from 'zod'

/** Calls of the renderer by name, each with the schemas of its input and output. */
export type IpcCalls = Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>

/** Events of the workbench by name, each with the schema of its data. */
export type IpcEvents = Readonly<Record<string, z.ZodType>>
