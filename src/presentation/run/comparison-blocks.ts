/**
 * Shows two sets of runs side by side.
 */
import type { ComparedMeasure, RunComparison, SetSummary } from '../../contracts/run-comparison.ts'
import { rateText } from '../../evidence/rate-text.ts'
import { counted } from '../../units/count.ts'
import { formatMicroseconds } from '../../units/duration.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type Block, blocks, type Cell, list, numberCell, span, table, textCell } from '../document.ts'
import { measureLabels } from '../labels.ts'

/** A table with one row per measure, and the doubts about the comparison. */
export function comparisonBlocks({ one, other, measures, doubts }: RunComparison): Block[] {
  return blocks(
    table(
      captionOf(measures),
      [
        textCell('Measure'),
        numberCell(`A: ${counted(one.length, 'run')}`),
        numberCell(`B: ${counted(other.length, 'run')}`),
        textCell('Difference'),
      ],
      measures.map((measured) => [
        textCell(measureLabels[measured.measure]),
        setCell(measured.measure, measured.one),
        setCell(measured.measure, measured.other),
        textCell(measured.sentence),
      ]),
    ),
    doubts.length > 0 && list(doubts),
  )
}

/** The caption. The sign ± is explained only if it is shown: a single run has no deviation. */
function captionOf(measures: RunComparison['measures']): string {
  const hasSpread = measures.some(({ one, other }) => one.relativeSpread !== null || other.relativeSpread !== null)
  return `Means over the runs of each set${hasSpread ? '; ± is the standard deviation between runs' : ''}`
}

function setCell(measure: ComparedMeasure, { mean, relativeSpread }: SetSummary): Cell {
  const text = measure === 'responseP99Us' ? formatMicroseconds(mean) : rateText(measure, mean)
  return numberCell([
    text,
    relativeSpread !== null && span('line', span('quiet', `± ${formatPercent(relativeSpread)}`)),
  ])
}
