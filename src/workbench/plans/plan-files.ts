/** One file for another program. */
export interface PlanFile {
  readonly name: string
  readonly text: string
}

/** A plan as files of another program. */
export interface PlanOutput {
  readonly files: readonly PlanFile[]
  /** Sentences that say what the other program does differently. */
  readonly notes: readonly string[]
}
