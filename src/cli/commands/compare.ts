/**
 * `headroom compare` compares all offerings for one workload.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { maxCostLines, minCostLines } from '../../contracts/cost-over-load.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { costOverLoadDocument } from '../../presentation/billing/cost-over-load-document.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { comparedDocument } from '../../presentation/sizing/compared-document.ts'
import { csvText } from '../../units/csv.ts'
import { isOlderThanAYear } from '../../units/dated.ts'
import {
  billSummary,
  type ComparedScenario,
  type CompareRequest,
  compareScenario,
  costsOverLoad,
} from '../../workbench/sizing/compare-scenario.ts'
import { answerOptions, questionsOf } from '../answer-options.ts'
import { billChoiceOf, billOptions } from '../bill-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import type { Given } from '../command-line.ts'
import { compareRows } from '../compare-csv.ts'
import { unitPricesOf } from '../price-option.ts'
import { readAll } from '../read-all.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { refuseProblems } from '../usage-error.ts'
import { resourcesOf } from '../with-workbench.ts'

export const compareCommand: Command = {
  spec: {
    name: 'compare',
    summary: 'Compare offerings for the workload of a scenario, each at the smallest size that fits.',
    parameters: ['SCENARIO'],
    options: {
      ...modelsOptions,
      models: { value: 'IDS', text: 'Only these offerings, separated by commas (default: all).' },
      ...billOptions,
      'cost-over-load': {
        text: 'Show what the offerings of --models cost at other loads, and where one becomes cheaper than another.',
      },
      'target-utilisation': answerOptions['target-utilisation'],
      csv: { text: 'Print a table for spreadsheets.' },
      set: scenarioOptions.set,
      calibration: scenarioOptions.calibration,
      'as-of': {
        value: 'DATE',
        text: 'Limits of all offerings on that date (default: the scenario’s for its own, else the newest).',
      },
    },
    examples: [
      'headroom compare examples/first.headroom.json',
      'headroom compare examples/first.headroom.json --price confluent-cloud-dedicated=2.5USD/h --json',
      'headroom compare examples/first.headroom.json --models aws-msk-express,google-managed-kafka --cost-over-load',
    ],
  },
  run: compareAll,
}

async function compareAll(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const problems: Problem[] = [...csvProblems(given)]
  const choice = billChoiceOf(given, problems)
  const prices = unitPricesOf(given, problems)
  const { targetUtilisation } = questionsOf(given, problems)
  const models = given
    .text('models')
    ?.split(',')
    .map((id) => id.trim())
  problems.push(...repeatedModels(models ?? []), ...countProblems(given, models ?? []))
  const path = given.parameters[0] ?? ''
  const [, scenario] = await readAll([
    ['', () => refuseProblems('compare', problems)],
    [path, () => scenarioOf(path, given)],
  ])
  const asOf = given.text('as-of')
  const options = {
    costs: { choice, prices, sheets: given.texts('prices') },
    ...(targetUtilisation === undefined ? {} : { targetUtilisation }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(models === undefined ? {} : { models }),
  }
  if (given.has('cost-over-load')) return compareOverLoad(context, scenario, options)
  const compared = await compareScenario(scenario, options, resourcesOf(context))
  if (given.has('json'))
    printJson(terminal, { scenarioName: scenario.name, ...compared, offerings: jsonRows(compared, choice.today) })
  else if (given.has('csv')) terminal.out(csvText(compareRows(compared, choice.today)))
  else
    terminal.out(
      paintTerminal(
        comparedDocument({
          scenarioName: scenario.name,
          inScenario: scenario.deployment,
          ...compared,
          today: choice.today,
        }),
        terminal.columns,
      ),
    )
  return 0
}

/** Only one form of answer can be printed, and costs over the load have none for spreadsheets. */
function csvProblems(given: Given): Problem[] {
  const others = ['json', 'cost-over-load'].filter((option) => given.has('csv') && given.has(option))
  return others.map((option) => ({ place: '--csv', message: `cannot be combined with --${option}; leave one out` }))
}

function countProblems(given: Given, { length }: readonly string[]): Problem[] {
  if (!given.has('cost-over-load') || (length >= minCostLines && length <= maxCostLines)) return []
  const message = `--cost-over-load needs ${minCostLines} to ${maxCostLines} offerings (found ${length})`
  return [{ place: '--models', message }]
}

function repeatedModels(ids: readonly string[]): Problem[] {
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
  return [...repeated].map((id) => ({ place: '--models', message: `"${id}" is given twice` }))
}

/** The rows of `--json`. Their bills have no lines; `headroom bill` prints those. */
function jsonRows({ offerings }: ComparedScenario, today: string) {
  return offerings.map((row) => ({
    ...row,
    areLimitsOld: isOlderThanAYear(row.limitsAsOf, today),
    bill: row.bill === null ? null : billSummary(row.bill),
  }))
}

async function compareOverLoad(context: CommandContext, scenario: Scenario, options: CompareRequest): Promise<number> {
  const { given, terminal } = context
  const costs = { scenarioName: scenario.name, ...(await costsOverLoad(scenario, options, resourcesOf(context))) }
  if (given.has('json')) printJson(terminal, costs)
  else terminal.out(paintTerminal(costOverLoadDocument(costs), terminal.columns))
  return 0
}
