/**
 * `headroom bill` computes the monthly bill of a deployment.
 */

import type { Problem } from '../../contracts/app-error.ts'
import { billDocument } from '../../presentation/billing/bill-document.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { settingSentence } from '../../presentation/sizing/setting-sentence.ts'
import { billJson, billScenario } from '../../workbench/sizing/bill-scenario.ts'
import { predictScenario } from '../../workbench/sizing/predict-scenario.ts'
import { answerOptions, questionsOf } from '../answer-options.ts'
import { billChoiceOf, billOptions } from '../bill-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { unitPricesOf } from '../price-option.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { refuseProblems } from '../usage-error.ts'
import { resourcesOf } from '../with-workbench.ts'

export const billCommand: Command = {
  spec: {
    name: 'bill',
    summary: 'Compute the bill of a month, line by line, from dated list prices and your own.',
    parameters: ['SCENARIO'],
    options: {
      offering: {
        value: 'ID',
        isRepeatable: true,
        text: 'Bill this offering at the smallest size that takes the peak (default: the scenario’s own, at its size).',
      },
      smallest: { text: 'Bill the scenario’s own offering at its smallest size, in its cheapest tier.' },
      ...billOptions,
      'target-utilisation': answerOptions['target-utilisation'],
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: [
      'headroom bill examples/first.headroom.json --price confluent-cloud-dedicated=2.5USD/h',
      'headroom bill examples/first.headroom.json --offering aws-msk-express --offering google-managed-kafka --follower-fetch',
      'headroom bill examples/first.headroom.json --prices our-prices.json --json',
    ],
  },
  run: billOnce,
}

async function billOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const problems: Problem[] = []
  const choice = billChoiceOf(given, problems)
  const prices = unitPricesOf(given, problems)
  const { targetUtilisation } = questionsOf(given, problems)
  refuseProblems('bill', problems)
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  const offerings = given.texts('offering').flatMap((ids) => ids.split(',').map((id) => id.trim()))
  const billed = await billScenario(
    scenario,
    {
      choice,
      prices,
      targetUtilisation,
      offerings,
      smallest: given.has('smallest'),
      sheets: given.texts('prices'),
    },
    resourcesOf(context),
  )
  const answered = { scenarioName: scenario.name, ...billed }
  if (given.has('json')) printJson(terminal, { ...answered, bills: answered.bills.map(billJson) })
  else {
    const { recommendation } = await predictScenario(scenario, resourcesOf(context))
    const setting = offerings.length === 0 ? settingSentence(recommendation, 'bill') : ''
    terminal.out(paintTerminal(billDocument({ ...answered, setting }), terminal.columns))
  }
  return 0
}
