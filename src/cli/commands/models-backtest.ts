/**
 * `headroom models backtest` compares published figures with what the models predict.
 */
import { AppError } from '../../contracts/app-error.ts'
import { backtestDocument } from '../../presentation/backtest/backtest-document.ts'
import { paintMarkdown } from '../../presentation/painters/markdown-painter.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { backtestModels } from '../../workbench/sizing/backtest-models.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { resourcesOf } from '../with-workbench.ts'

export const modelsBacktestCommand: Command = {
  spec: {
    name: 'models backtest',
    summary: 'Show published figures beside what the models predict.',
    parameters: ['[ID]'],
    options: { markdown: { text: 'Print the page docs/backtest.md.' }, ...modelsOptions },
    examples: ['headroom models backtest', 'headroom models backtest confluent-cloud-dedicated --json'],
  },
  run: backtestOnce,
}

async function backtestOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  if (given.has('json') && given.has('markdown')) {
    throw new AppError('USAGE', '--json and --markdown cannot be combined.', {
      remedy: 'Leave one of them out.',
    })
  }
  const outcome = await backtestModels(resourcesOf(context), given.parameters[0])
  if (given.has('json')) printJson(terminal, outcome)
  else if (given.has('markdown')) terminal.out(paintMarkdown(backtestDocument(outcome)))
  else terminal.out(paintTerminal(backtestDocument(outcome), terminal.columns))
  return 0
}
