/** The text at the end of a bar, in `colour` on a background of `groundColour`. A plugin of the window draws it. */
export type BarText = {
  readonly text: string
  readonly isBold: boolean
  readonly colour: string
  readonly groundColour: string
}
