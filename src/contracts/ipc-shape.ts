import type { z } from 'zod'

/** Calls of the renderer by name, each with what it takes and what it answers. */
export type IpcCalls = Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>

/** Events of the workbench by name, each with what it carries. */
export type IpcEvents = Readonly<Record<string, z.ZodType>>
