import type { Bar } from './chart-description.ts'
import type { Palette } from './tokens.ts'

/**
 * Colours of a bar: the binding colour if its limit binds; the same edge with a pale fill if it exceeds its limit without
 * binding; otherwise green.
 */
export function barPaint(
  { isBinding, value }: Bar,
  palette: Palette,
): { readonly line: string; readonly fill: string } {
  const line = palette.marks[isBinding || value > 1 ? 'binding-utilisation' : 'utilisation']
  if (isBinding) return { line, fill: line }
  return { line, fill: value > 1 ? palette.overFill : palette.predictedFill }
}
