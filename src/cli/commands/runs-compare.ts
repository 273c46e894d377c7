/**
 * `headroom runs compare` tests whether two sets of runs differ.
 */
import { AppError } from '../../contracts/app-error.ts'
import { paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { comparisonBlocks } from '../../presentation/run/comparison-blocks.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findRun } from '../find-entry.ts'
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
      else terminal.out(paintTerminalBlocks(comparisonBlocks(comparison), terminal.columns))
      return 0
    }),
}

async function idsOf(workbench: Workbench, text: string): Promise<string[]> {
  const words = text.split(',').filter((word) => word.trim() !== '')
  return Promise.all(words.map(async (word) => (await findRun(workbench, word.trim())).id))
}
