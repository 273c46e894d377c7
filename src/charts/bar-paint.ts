/**
 * The colours of bars, and what they mean. A colour says how full a limit is and nothing else; words say what binds.
 */
import type { FillLevel, Series } from './chart-description.ts'
import type { Palette } from './tokens.ts'

/** The colour of the edge and of the inside of a bar. The inside gets darker with the level, also in greyscale. */
export interface BarPaint {
  readonly line: string
  readonly fill: string
}

/** Short, so that the key has room beside the names of the target and of the limit. */
const levelLabels: Readonly<Record<FillLevel, string>> = {
  within: 'within target',
  'above-target': 'above target',
  over: 'over limit',
}
const levels: readonly FillLevel[] = ['within', 'above-target', 'over']

/** The colours of a bar. */
export function barPaint(level: FillLevel, { marks, predictedFill, highFill }: Palette): BarPaint {
  if (level === 'within') return { line: marks.utilisation, fill: predictedFill }
  if (level === 'above-target') return { line: marks['high-utilisation'], fill: highFill }
  return { line: marks['over-utilisation'], fill: marks['over-utilisation'] }
}

/** The key to the colours of a series of bars: an entry for each colour that it has. Empty for other series. */
export function barKey(series: Series, palette: Palette): (BarPaint & { readonly label: string })[] {
  if (series.kind !== 'bars' || series.part !== undefined) return []
  return levels
    .filter((level) => series.bars.some((bar) => bar.level === level))
    .map((level) => ({ label: levelLabels[level], ...barPaint(level, palette) }))
}
