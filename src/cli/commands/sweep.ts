/**
 * `headroom sweep` predicts a scenario at many values of one or more fields.
 */
import { AppError } from '../../contracts/app-error.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { sweptDocument } from '../../presentation/sizing/swept-document.ts'
import { csvText } from '../../units/csv.ts'
import { type SweptField, sweepScenario } from '../../workbench/sizing/sweep-scenario.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { sweepObject, sweepRows } from '../sweep-output.ts'
import { resourcesOf } from '../with-workbench.ts'

export const sweepCommand: Command = {
  spec: {
    name: 'sweep',
    summary: 'Predict a scenario with fields at many values, and say where the binding limit changes.',
    parameters: ['SCENARIO'],
    options: {
      ...modelsOptions,
      over: {
        value: 'PATH=VALUES',
        isRepeatable: true,
        text: 'A field and its values: a list 3,6,12, a range 1..200 or 10k/s..100k/s:10k/s, or 1..10000:log.',
      },
      csv: { text: 'Print a table for spreadsheets, one line per point.' },
      ...scenarioOptions,
    },
    examples: [
      'headroom sweep examples/confluent-cku-2020.headroom.json --over workload.topics.0.partitions=1..40',
      'headroom sweep examples/first.headroom.json --over deployment.size=1..4 --over workload.consumerGroups.0.count=1,2,4',
      'headroom sweep examples/first.headroom.json --over workload.producers.0.recordValueBytes=100..100000:log --csv',
    ],
  },
  run: sweepOnce,
}

async function sweepOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const fields = given.texts('over').map(readField)
  if (fields.length === 0) {
    throw new AppError('USAGE', 'headroom sweep needs a field to vary.', {
      remedy: 'For example: --over workload.topics.0.partitions=1..40',
    })
  }
  if (given.has('json') && given.has('csv')) {
    throw new AppError('USAGE', '--json and --csv cannot be combined.', { remedy: 'Leave one of them out.' })
  }
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  const swept = await sweepScenario(scenario, fields, resourcesOf(context))
  if (given.has('json')) printJson(terminal, sweepObject(scenario, swept))
  else if (given.has('csv')) terminal.out(csvText(sweepRows(swept)))
  else terminal.out(paintTerminal(sweptDocument({ scenarioName: scenario.name, ...swept }), terminal.columns))
  return 0
}

function readField(text: string): SweptField {
  const at = text.indexOf('=')
  if (at > 0 && at < text.length - 1) return { path: text.slice(0, at).trim(), values: text.slice(at + 1) }
  throw new AppError('USAGE', `--over ${text}: expected PATH=VALUES.`, {
    remedy: 'For example: --over workload.topics.0.partitions=1..40',
  })
}
