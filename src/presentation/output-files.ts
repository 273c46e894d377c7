/** One file for another program. */
export interface OutputFile {
  readonly name: string
  readonly text: string
}

/** Files for another program. */
export interface FileOutput {
  readonly files: readonly OutputFile[]
  /** Sentences that say what the files leave out, and what the other program does differently. */
  readonly notes: readonly string[]
}
