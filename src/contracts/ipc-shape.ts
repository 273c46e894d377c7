import type { z } from 'zod'

/** A call of the renderer: the schemas of its input and output. */
export interface IpcCall {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /**
   * Set if the call writes where its input says: in the folder `directory`, or the file `path`. The user must have
   * chosen it in a dialog.
   */
  readonly writes?: 'directory' | 'path'
  /**
   * Set if the workbench has parsed every part of the output when it read its files. Neither end of the port parses it once
   * more, because that takes long and the window shows nothing until it has the output.
   */
  readonly isParsed?: true
}

/** Calls of the renderer by name. */
export type IpcCalls = Readonly<Record<string, IpcCall>>

/** Events of the workbench by name, each with the schema of its data. */
export type IpcEvents = Readonly<Record<string, z.ZodType>>
