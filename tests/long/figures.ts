/**
 * Figures of a long test as lines that docs/accuracy.md can quote.
 */

/** Prints what a test measured: it is what the page is written from, whether the test passes or not. */
export function showFigures(title: string, figures: Readonly<Record<string, unknown>>): void {
  const lines = Object.entries(figures).map(([name, value]) => `  ${name}: ${textOf(value)}`)
  process.stderr.write(`${title}\n${lines.join('\n')}\n`)
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toPrecision(4)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
