/**
 * `headroom explain` prints a prediction with all formulas and sources, so that it can be checked by hand.
 */

import type { Problem } from '../../contracts/app-error.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { explanationDocument } from '../../presentation/sizing/explained-document.ts'
import { smallerSizeSections } from '../../presentation/sizing/smaller-size-section.ts'
import { todayText } from '../../units/calendar-day.ts'
import { type AnsweredScenario, answerScenario } from '../../workbench/sizing/answer-scenario.ts'
import { answerOptions, questionsOf } from '../answer-options.ts'
import { clientCeilingOptions, scenarioWithCeiling } from '../client-ceiling-option.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { withLimitAges } from '../limit-ages.ts'
import { scenarioOptions } from '../scenario-input.ts'
import { refuseProblems } from '../usage-error.ts'
import { resourcesOf } from '../with-workbench.ts'

export const explainCommand: Command = {
  spec: {
    name: 'explain',
    summary: 'Explain a prediction: every number with its formula, source and date.',
    parameters: ['SCENARIO'],
    options: { ...answerOptions, ...clientCeilingOptions, ...scenarioOptions, ...modelsOptions },
    examples: [
      'headroom explain examples/confluent-cku-2020.headroom.json',
      'headroom explain examples/first.headroom.json --target-utilisation 0.7 --growth 30%/year --years 2 --outage 10min',
    ],
  },
  run: explainOnce,
}

async function explainOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const problems: Problem[] = []
  const questions = questionsOf(given, problems)
  refuseProblems('explain', problems)
  const scenario = await scenarioWithCeiling(context, given.parameters[0] ?? '')
  const answered = await answerScenario(scenario, questions, resourcesOf(context))
  const { most, ...others } = answered.sentences
  const smaller = smallerSizeSections(answered.smallerSizes, { ...answered, scenario })
  const explained = { ...answered, smaller, asked: { most: [most], ...others } }
  // The JSON output leaves out what serves only to word sentences.
  const { unitName, noSize, recommendation, smallerSizes, ...printed } = answered
  const today = todayText()
  if (given.has('json')) {
    const prediction = withLimitAges(answered.prediction, today)
    printJson(terminal, { ...printed, prediction, smallerSizes: smallerSizesObject(smallerSizes) })
  } else terminal.out(paintTerminal(explanationDocument(explained, answered.derivation, today), terminal.columns))
  return 0
}

/** Returns the JSON object. The changes have their fields and the size instead of the whole scenario. */
function smallerSizesObject({ now, found }: AnsweredScenario['smallerSizes']) {
  return { now, found: found.map(({ scenario: _changed, ...change }) => change) }
}
