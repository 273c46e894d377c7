/**
 * `headroom runs compare`: do two sets of runs differ?
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ComparedMeasure, RunComparison, SetSummary } from '../../contracts/run-comparison.ts'
import { measureLabels } from '../../presentation/labels.ts'
import { alignColumns, textWidth, wrapText } from '../../presentation/painters/columns.ts'
import { formatFigure } from '../../presentation/report-facts.ts'
import { formatMicroseconds } from '../../units/duration.ts'
import { formatPercent } from '../../units/ratio.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findRun } from '../meant-entry.ts'
import { withWorkbench } from '../with-workbench.ts'

export const runsCompareCommand: Command = {
  spec: {
    name: 'runs compare',
    summary: 'Test whether two sets of runs differ (from four runs a side).',
    parameters: ['RUN,RUN,…'],
    options: {
      with: {
        value: 'RUN,RUN,…',
        text: 'The other set. With fewer than four runs a side, differences are described but not tested.',
      },
      ...workspaceOptions,
    },
    examples: ['headroom runs compare 20261121-054343-k3f9 --with last'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const [one, other] = [given.parameters[0] ?? '', given.text('with')]
      if (other === undefined) {
        throw new AppError('USAGE', 'headroom runs compare needs the set to compare with.', {
          remedy: 'Add it: --with RUN,RUN,…',
        })
      }
      const comparison = await workbench.handlers['runs.compare']({
        one: await idsOf(workbench, one),
        other: await idsOf(workbench, other),
      })
      if (given.has('json')) printJson(terminal, comparison)
      else terminal.out(comparisonText(comparison, terminal.columns))
      return 0
    }),
}

async function idsOf(workbench: Workbench, text: string): Promise<string[]> {
  const words = text.split(',').filter((word) => word.trim() !== '')
  return Promise.all(words.map(async (word) => (await findRun(workbench, word.trim())).id))
}

/** Two sets of runs beside each other, one line a measure, and what makes it doubtful. */
export function comparisonText({ one, other, measures, doubts }: RunComparison, columns: number): string {
  const width = textWidth(columns)
  const runs = (count: number) => (count === 1 ? '1 run' : `${count} runs`)
  const rows = measures.map(({ measure, one: left, other: right, sentence }) => [
    measureLabels[measure],
    formatMeasure(measure, left.mean),
    spreadText(left),
    formatMeasure(measure, right.mean),
    spreadText(right),
    sentence,
  ])
  const heading = ['', runs(one.length), 'spread', runs(other.length), 'spread', '']
  return [
    alignColumns([heading, ...rows], [1, 2, 3, 4]),
    ...doubts.map((doubt, index) => `${index === 0 ? '\n' : ''}${wrapText(doubt, width)}`),
  ].join('')
}

function formatMeasure(measure: ComparedMeasure, value: number): string {
  return measure === 'responseP99Us' ? formatMicroseconds(value) : formatFigure(measure, value)
}

function spreadText({ relativeSpread }: SetSummary): string {
  return relativeSpread === null ? '–' : formatPercent(relativeSpread)
}
