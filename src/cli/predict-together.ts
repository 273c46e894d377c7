/**
 * `predict --together`: several scenarios on one cluster.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import type { Explained } from '../presentation/sizing/explained-document.ts'
import { mixtureSections } from '../presentation/sizing/mixture-sections.ts'
import { smallerSizeSections } from '../presentation/sizing/smaller-size-section.ts'
import { predictTogether, type TogetherAnswer } from '../workbench/sizing/predict-together.ts'
import { writeScenario } from '../workbench/sizing/scenario-files.ts'
import { askedSentences, asksMore, questionsOf } from './answer-options.ts'
import { scenariosWithCeiling } from './client-ceiling-option.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'
import type { PredictedFile } from './predicted-file.ts'
import { usageError } from './usage-error.ts'
import { resourcesOf } from './with-workbench.ts'

/** Options of several scenarios on one cluster. */
export const togetherOptions = {
  together: { text: 'Several scenarios on one cluster: what each takes of every limit, and the size for all.' },
  'deployment-of': {
    value: 'N',
    text: 'With --together: the deployment of the N-th scenario, if theirs differ.',
  },
  out: { value: 'FILE', text: 'With --together: write all workloads there as one scenario.' },
} as const

/** True if the scenarios are on one cluster. @throws AppError USAGE for options that need it */
export function isTogether({ has }: Given): boolean {
  if (has('together')) return true
  const problems = ['deployment-of', 'out'].filter(has).map((option): Problem => {
    return { place: `--${option}`, message: 'needs --together' }
  })
  if (problems.length > 0) throw usageError('predict', problems)
  return false
}

/** Predicts all scenarios on one cluster. @throws AppError USAGE; as `predictTogether` and `writeScenario` */
export async function predictFilesTogether(context: CommandContext): Promise<PredictedFile> {
  const { given } = context
  refuseOptions(given)
  const questions = questionsOf(given, 'predict')
  const scenarios = await scenariosWithCeiling(context)
  const deployment = chosenDeployment(given, scenarios)
  const answer = await predictTogether(scenarios, { ...questions, deployment }, resourcesOf(context))
  const { answered, mixture } = answer
  const path = given.text('out')
  if (path !== undefined) await writeScenario(path, answer.scenario)
  const answers = given.has('reverse') || asksMore(given) ? { answers: answered.answers } : {}
  return {
    file: given.parameters.join(' + '),
    explained: explainedOf(answer, given),
    printed: { ...answered.prediction, ...answers, mixture },
  }
}

function refuseOptions(given: Given): void {
  if (!given.has('next')) return
  const message = 'a run drives one scenario: ask it of one of them, or of the file that --out writes'
  throw usageError('predict', [{ place: '--next', message }])
}

function chosenDeployment(given: Given, scenarios: readonly Scenario[]): Deployment | undefined {
  const text = given.text('deployment-of')
  if (text === undefined) return undefined
  const found = /^\d+$/.test(text) ? scenarios[Number(text) - 1] : undefined
  if (found !== undefined) return found.deployment
  const message = `expected the number of a scenario, 1 to ${scenarios.length} (found ${text})`
  throw usageError('predict', [{ place: '--deployment-of', message }])
}

function explainedOf({ scenario, answered, mixture }: TogetherAnswer, given: Given): Explained {
  const { prediction, unitName, answers } = answered
  const smallest = answers.sizes[0]?.smallest ?? null
  return {
    ...answered,
    asked: askedSentences(answered.sentences, given),
    smaller: smallerSizeSections(answered.smallerSizes, { scenario, unitName }),
    mixture: mixtureSections(mixture, { prediction, smallest, unitName }),
  }
}
