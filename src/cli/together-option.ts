/**
 * `predict --together` predicts several scenarios on one cluster.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import type { Explained } from '../presentation/sizing/explained-document.ts'
import { mixtureSections } from '../presentation/sizing/mixture-sections.ts'
import { smallerSizeSections } from '../presentation/sizing/smaller-size-section.ts'
import { todayText } from '../units/calendar-day.ts'
import type { Questions } from '../workbench/sizing/answer-scenario.ts'
import { predictTogether, type TogetherAnswer } from '../workbench/sizing/predict-together.ts'
import { writeScenario } from '../workbench/sizing/scenario-files.ts'
import { askedSentences, asksMore } from './answer-options.ts'
import { scenariosWithCeiling } from './client-ceiling-option.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'
import { withLimitAges } from './limit-ages.ts'
import type { PredictedFile } from './predicted-file.ts'
import { usageError } from './usage-error.ts'
import { resourcesOf } from './with-workbench.ts'

/** Options of several scenarios on one cluster. */
export const togetherOptions = {
  together: {
    text: 'Several scenarios on one cluster: the share of every limit that each takes, and the size for all.',
  },
  'deployment-of': {
    value: 'N',
    text: 'With --together: the deployment of the N-th scenario, if theirs differ.',
  },
  out: { value: 'FILE', text: 'With --together: write all workloads there as one scenario.' },
} as const

/** True if `--together` was given. Adds a problem for each option that cannot be combined with the choice. */
export function isTogether({ has }: Given, problems: Problem[]): boolean {
  if (!has('together')) {
    for (const option of ['deployment-of', 'out'].filter(has)) {
      problems.push({ place: `--${option}`, message: 'needs --together' })
    }
    return false
  }
  if (has('next')) {
    const message = 'a run drives one scenario: use this with one of them, or with the file that --out writes'
    problems.push({ place: '--next', message })
  }
  return true
}

/** Predicts all scenarios on one cluster. @throws AppError USAGE; as `predictTogether` and `writeScenario` */
export async function predictFilesTogether(context: CommandContext, questions: Questions): Promise<PredictedFile> {
  const { given } = context
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
    printed: { ...withLimitAges(answered.prediction, todayText()), ...answers, mixture },
  }
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
