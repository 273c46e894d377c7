/** One file that another program takes. */
export interface PlanFile {
  readonly name: string
  readonly text: string
}

/** A plan as another program takes it. */
export interface PlanOutput {
  readonly files: readonly PlanFile[]
  /** What the other program does differently, each as a sentence. */
  readonly notes: readonly string[]
}
