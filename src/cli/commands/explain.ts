/**
 * `headroom explain` prints a prediction with all formulas and sources, so that it can be checked by hand.
 */

import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { explanationDocument } from '../../presentation/sizing/explained-document.ts'
import { answerScenario } from '../../workbench/sizing/answer-scenario.ts'
import { answerOptions, questionsOf } from '../answer-options.ts'
import { clientCeilingOptions, scenarioWithCeiling } from '../client-ceiling-option.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { scenarioOptions } from '../scenario-input.ts'
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
  const questions = questionsOf(given, 'explain')
  const scenario = await scenarioWithCeiling(context)
  const answered = await answerScenario(scenario, questions, resourcesOf(context))
  const { most, ...others } = answered.sentences
  const explained = { ...answered, asked: { most: [most], ...others } }
  // The JSON output leaves out two fields that serve only to word sentences.
  const { unitName, noSize, ...printed } = answered
  if (given.has('json')) printJson(terminal, printed)
  else terminal.out(paintTerminal(explanationDocument(explained, answered.derivation), terminal.columns))
  return 0
}
