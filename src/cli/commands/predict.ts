/**
 * `headroom predict` predicts what a workload gets from a deployment.
 */

import { errorExitCodes, type Problem } from '../../contracts/app-error.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { predictionDocument } from '../../presentation/sizing/explained-document.ts'
import { nextSection } from '../../presentation/sizing/next-section.ts'
import { smallerSizeSections } from '../../presentation/sizing/smaller-size-section.ts'
import { todayText } from '../../units/calendar-day.ts'
import { answerScenario, type Questions } from '../../workbench/sizing/answer-scenario.ts'
import {
  type CheckedPrediction,
  checkObject,
  checkPrediction,
  writeJunit,
} from '../../workbench/sizing/check-prediction.ts'
import { measureNext } from '../../workbench/sizing/measure-next.ts'
import { predictScenario } from '../../workbench/sizing/predict-scenario.ts'
import { answerOptions, askedSentences, asksMore, questionsOf } from '../answer-options.ts'
import { clientCeilingOptions, scenarioWithCeiling } from '../client-ceiling-option.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { failOverOf, failOverOptions } from '../fail-over-option.ts'
import { withLimitAges } from '../limit-ages.ts'
import { nextObject, scenarioWords } from '../next-output.ts'
import { checkOutputFile } from '../output-file.ts'
import type { PredictedFile } from '../predicted-file.ts'
import { readAll } from '../read-all.ts'
import { scenarioOptions } from '../scenario-input.ts'
import { isTogether, predictFilesTogether, togetherOptions } from '../together-option.ts'
import { refuseProblems } from '../usage-error.ts'
import { resourcesOf } from '../with-workbench.ts'

export const predictCommand: Command = {
  spec: {
    name: 'predict',
    summary: 'Predict what a workload gets from a cluster.',
    parameters: ['SCENARIO...'],
    options: {
      reverse: { text: 'Also show the highest rate of this mix that the deployment carries.' },
      next: {
        text: 'Also show what to measure next: the runs that would narrow the prediction most, and what they cost.',
      },
      ...togetherOptions,
      ...failOverOptions,
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
      'headroom predict clusters/*.headroom.json --fail-over 80% --junit headroom.xml',
      'headroom predict examples/payments.headroom.json examples/iot.headroom.json --together --deployment-of 1',
    ],
  },
  run: predictAll,
}

async function predictAll(context: CommandContext): Promise<number> {
  const { given } = context
  const problems: Problem[] = []
  const failOver = failOverOf(given, problems)
  const questions = questionsOf(given, problems)
  const together = isTogether(given, problems)
  refuseProblems('predict', problems)
  await checkOutputFile(given, 'junit', 'junit')
  await checkOutputFile(given, 'out', 'scenario')
  // All scenarios are predicted before anything is printed or written.
  const predicted = together
    ? [await predictFilesTogether(context, questions)]
    : await readAll(given.parameters.map((file) => [file, () => predictFile(context, file, questions)] as const))
  if (failOver === null) {
    printAll(context, predicted, null)
    return 0
  }
  const { share, junitPath } = failOver
  const checked = predicted.map(({ file, explained }) => checkPrediction(file, explained.prediction, share))
  if (junitPath !== null) await writeJunit(junitPath, checked)
  printAll(context, predicted, { checked, junitPath })
  return checked.every(({ check }) => check.isPassed) ? 0 : errorExitCodes.CHECK_FAILED
}

async function predictFile(context: CommandContext, file: string, questions: Questions): Promise<PredictedFile> {
  const { given } = context
  const scenario = await scenarioWithCeiling(context, file)
  const resources = resourcesOf(context)
  const next = given.has('next') ? await measureNext(scenario, resources) : null
  const words = scenarioWords(given, scenario, file)
  const nextText = next === null ? {} : { next: nextSection(next, words) }
  const nextJson = next === null ? {} : { next: nextObject(next, words) }
  const hasQuestions = given.has('reverse') || asksMore(given)
  const answered = hasQuestions ? await answerScenario(scenario, questions, resources) : null
  const explained = answered ?? (await predictScenario(scenario, resources))
  const today = todayText()
  const smaller = smallerSizeSections(explained.smallerSizes, { ...explained, scenario, given: words })
  const answers = answered === null ? {} : { answers: answered.answers }
  const asked = answered === null ? {} : { asked: askedSentences(answered.sentences, given) }
  return {
    file,
    explained: { ...explained, ...asked, smaller, ...nextText },
    printed: { ...withLimitAges(explained.prediction, today), ...answers, ...nextJson },
  }
}

/** The checks of all scenarios, in their order, and the file that has them. */
interface Checks {
  readonly checked: readonly CheckedPrediction[]
  readonly junitPath: string | null
}

/** Prints the predictions one after the other. In JSON, one is an object, and several are a list. */
function printAll(
  { given, terminal }: CommandContext,
  predicted: readonly PredictedFile[],
  checks: Checks | null,
): void {
  const checkOf = (index: number) => checks?.checked[index]
  const junit = checks === null || checks.junitPath === null ? {} : { junit: checks.junitPath }
  if (given.has('json')) {
    const objects = predicted.map(({ printed }, index) => {
      const check = checkOf(index)
      return check === undefined ? printed : { ...printed, failOver: checkObject(check) }
    })
    const [only] = objects
    if (objects.length === 1) printJson(terminal, { ...only, ...junit })
    else {
      const scenarios = objects.map((object, index) => ({ file: predicted[index]?.file, ...object }))
      printJson(terminal, { scenarios, ...junit })
    }
    return
  }
  const texts = predicted.map(({ explained }, index) => {
    const check = checkOf(index)?.section
    const shown = check === undefined ? explained : { ...explained, check }
    return paintTerminal(predictionDocument(shown, todayText()), terminal.columns)
  })
  terminal.out(texts.join('\n'))
  if (checks !== null && checks.junitPath !== null) terminal.out(`Wrote ${checks.junitPath}\n`)
}
