/**
 * The published benchmarks that can be run here, as text.
 */
import type { BenchmarkListEntry } from '../contracts/benchmark.ts'
import { textWidth, wrapText } from '../presentation/painters/columns.ts'

/** A few lines per benchmark, with its options. */
export function benchmarkListText(benchmarks: readonly BenchmarkListEntry[], columns: number): string {
  const width = textWidth(columns)
  return benchmarks
    .map(({ id, title, source, cases, options }) => {
      const choices = [...options.map((option) => `--${option}`), '--cases'].join(', ')
      const ids = cases.map((each) => each.id).join(', ')
      return [
        `${id}\n`,
        wrapText(title, width, '  '),
        wrapText(`${source.title}, ${source.date}`, width, '  '),
        wrapText(`cases: ${ids} (${choices})`, width, '  '),
      ].join('')
    })
    .join('\n')
}
