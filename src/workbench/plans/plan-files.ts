/** One file for another program. */
export interface PlanFile {
  readonly name: string
  readonly text: string
}

/** A plan in the form of another program. */
export interface PlanOutput {
  readonly files: readonly PlanFile[]
  /** What the other program does differently, in sentences. */
  readonly notes: readonly string[]
}
