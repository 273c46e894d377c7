/**
 * `headroom predict` predicts what a workload gets from a deployment.
 */

import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { type Explained, predictionDocument } from '../../presentation/sizing/explained-document.ts'
import { nextSection } from '../../presentation/sizing/next-section.ts'
import { type AnsweredScenario, answerScenario } from '../../workbench/sizing/answer-scenario.ts'
import { measureNext } from '../../workbench/sizing/measure-next.ts'
import { predictScenario } from '../../workbench/sizing/predict-scenario.ts'
import { answerOptions, asksMore, questionsOf } from '../answer-options.ts'
import { clientCeilingOptions, scenarioWithCeiling } from '../client-ceiling-option.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import type { Given } from '../command-line.ts'
import { nextObject, scenarioWords } from '../next-output.ts'
import { scenarioOptions } from '../scenario-input.ts'
import { resourcesOf } from '../with-workbench.ts'

export const predictCommand: Command = {
  spec: {
    name: 'predict',
    summary: 'Predict what a workload gets from a cluster.',
    parameters: ['SCENARIO'],
    options: {
      reverse: { text: 'Also show the highest rate of this mix that the deployment carries.' },
      next: {
        text: 'Also show what to measure next: the runs that would narrow the prediction most, and what they cost.',
      },
      ...answerOptions,
      ...clientCeilingOptions,
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: [
      'headroom predict examples/first.headroom.json',
      'headroom predict examples/confluent-cku-2020.headroom.json --size 3 --as-of 2020-04 --json',
      'headroom predict examples/first.headroom.json --reverse --target-utilisation 0.7 --growth 30%/year --years 2',
      'headroom predict examples/first.headroom.json --survive zone',
      'headroom predict examples/huawei-scenarios.headroom.json --next',
    ],
  },
  run: predictOnce,
}

async function predictOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const questions = questionsOf(given, 'predict')
  const scenario = await scenarioWithCeiling(context)
  const resources = resourcesOf(context)
  const next = given.has('next') ? await measureNext(scenario, resources) : null
  const asked = next === null ? {} : { next: nextSection(next, scenarioWords(given, scenario)) }
  const printed = next === null ? {} : { next: nextObject(next, scenarioWords(given, scenario)) }
  if (given.has('reverse') || asksMore(given)) {
    const answered = await answerScenario(scenario, questions, resources)
    if (given.has('json')) printJson(terminal, { ...answered.prediction, answers: answered.answers, ...printed })
    else terminal.out(answeredText({ ...answered, ...asked }, given, terminal.columns))
    return 0
  }
  const explained = await predictScenario(scenario, resources)
  if (given.has('json')) printJson(terminal, { ...explained.prediction, ...printed })
  else terminal.out(paintTerminal(predictionDocument({ ...explained, ...asked }), terminal.columns))
  return 0
}

/** Formats the prediction, followed by the other answers that were requested. */
function answeredText(answered: AnsweredScenario & Pick<Explained, 'next'>, given: Given, columns: number): string {
  const { most, sizes, catchUp, survival } = answered.sentences
  const asksSizes = given.has('target-utilisation') || given.has('growth')
  const asked = { most: given.has('reverse') ? [most] : [], sizes: asksSizes ? sizes : [], catchUp, survival }
  return paintTerminal(predictionDocument({ ...answered, asked }), columns)
}
