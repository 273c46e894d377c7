/**
 * `headroom compare` compares all offerings for one workload.
 */
import { AppError } from '../../contracts/app-error.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { comparedDocument } from '../../presentation/sizing/compared-document.ts'
import { csvText } from '../../units/csv.ts'
import { compareScenario } from '../../workbench/sizing/compare-scenario.ts'
import { answerOptions, questionsOf } from '../answer-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { compareRows } from '../compare-csv.ts'
import { readPrice } from '../price-option.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { resourcesOf } from '../with-workbench.ts'

export const compareCommand: Command = {
  spec: {
    name: 'compare',
    summary: 'Compare offerings for the workload of a scenario, each at the smallest size that fits.',
    parameters: ['SCENARIO'],
    options: {
      ...modelsOptions,
      models: { value: 'IDS', text: 'Only these offerings, separated by commas (default: all).' },
      price: {
        value: 'ID=AMOUNT/h',
        isRepeatable: true,
        text: 'Price of one unit: --price confluent-cloud-dedicated=2.5USD/h, or ID/TIER=… for one tier.',
      },
      'target-utilisation': answerOptions['target-utilisation'],
      csv: { text: 'Print a table for spreadsheets.' },
      set: scenarioOptions.set,
      calibration: scenarioOptions.calibration,
      'as-of': { value: 'DATE', text: 'Limits of all offerings on that date (default: the newest of each).' },
    },
    examples: [
      'headroom compare examples/first.headroom.json',
      'headroom compare examples/first.headroom.json --price confluent-cloud-dedicated=2.5USD/h --json',
    ],
  },
  run: compareAll,
}

async function compareAll(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  if (given.has('json') && given.has('csv')) {
    throw new AppError('USAGE', '--json and --csv cannot be combined.', { remedy: 'Leave one of them out.' })
  }
  const prices = given.texts('price').map(readPrice)
  const targetUtilisation = questionsOf(given, 'compare').targetUtilisation
  const models = given
    .text('models')
    ?.split(',')
    .map((id) => id.trim())
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  const asOf = given.text('as-of')
  const compared = await compareScenario(
    scenario,
    {
      prices,
      ...(targetUtilisation === undefined ? {} : { targetUtilisation }),
      ...(asOf === undefined ? {} : { asOf }),
      ...(models === undefined ? {} : { models }),
    },
    resourcesOf(context),
  )
  if (given.has('json')) printJson(terminal, { scenarioName: scenario.name, ...compared })
  else if (given.has('csv')) terminal.out(csvText(compareRows(compared)))
  else terminal.out(paintTerminal(comparedDocument({ scenarioName: scenario.name, ...compared }), terminal.columns))
  return 0
}
