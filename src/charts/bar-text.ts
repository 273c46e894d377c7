/** The text at the end of a bar; `colour` on a ground of `groundColour`. The window draws it on the canvas itself. */
export type BarText = {
  readonly text: string
  readonly isBold: boolean
  readonly colour: string
  readonly groundColour: string
}
