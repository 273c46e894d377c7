/**
 * Predicts a scenario and answers further questions: the highest rate of this workload, the sizes and partitions that it
 * needs, and what an outage or a failure does.
 */
import { type CatchUp, catchUp } from '../../capacity/catch-up.ts'
import { explainCatchUp, explainMost } from '../../capacity/explain-answers.ts'
import { type DerivedLine, deriveAnswer, deriveLoad } from '../../capacity/explain-load.ts'
import { explainSurvival } from '../../capacity/explain-survival.ts'
import { answerSizes, type SizeAnswer, type SizeQuestion } from '../../capacity/size-answers.ts'
import { type LostPart, type Survival, survive } from '../../capacity/survival.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { targetUtilisation } from '../../contracts/target-utilisation.ts'
import { growRecommendation } from '../../planning/grown-recommendation.ts'
import { recommendScenario } from '../../planning/recommended-scenario.ts'
import { wordGrowth } from '../../presentation/sizing/recommended-growth.ts'
import { explainPartitions, explainSize } from '../../presentation/sizing/size-sentences.ts'
import { deployedOffering } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'
import { type ExplainedPrediction, explainScenario } from './predict-scenario.ts'

/** Questions in addition to the highest rate. */
export interface Questions extends SizeQuestion {
  /** Duration of an outage of the cluster or of consumers, after which the backlog drains. */
  readonly outageMs?: number
  /** The part that fails: one broker or one zone. */
  readonly survive?: LostPart
}

/** The answers as values. */
export interface Answers {
  readonly capacity: Prediction['capacity']
  readonly sizes: readonly SizeAnswer[]
  /** Null if the questions name no outage. */
  readonly catchUp: CatchUp | null
  /** Null if the questions name no failure. */
  readonly survival: Survival | null
}

/** A prediction with the answers as values and as sentences, and the derivation of its numbers. */
export interface AnsweredScenario extends ExplainedPrediction {
  readonly answers: Answers
  readonly sentences: {
    readonly most: string
    readonly sizes: readonly string[]
    readonly catchUp: readonly string[]
    readonly survival: readonly string[]
  }
  readonly derivation: { readonly load: readonly DerivedLine[]; readonly answer: readonly DerivedLine[] }
}

/**
 * Predicts a scenario and answers the questions, as values and as sentences.
 * @throws AppError if the offering cannot be loaded (see `deployedOffering`)
 */
export async function answerScenario(
  scenario: Scenario,
  questions: Questions,
  resources: Resources,
): Promise<AnsweredScenario> {
  const offering = await deployedOffering(scenario.deployment, resources)
  const explained = explainScenario(scenario, offering)
  const { prediction } = explained
  const sizes = answerSizes(scenario, offering, questions)
  const caughtUp = questions.outageMs === undefined ? null : catchUp(scenario, offering, questions.outageMs)
  const survival = survivalOf(scenario, offering, questions)
  const target = questions.targetUtilisation ?? targetUtilisation
  return {
    ...explained,
    answers: { capacity: prediction.capacity, sizes, catchUp: caughtUp, survival },
    sentences: {
      most: explainMost(prediction),
      sizes: [
        ...sizes.flatMap((size) => [explainSize(size, offering, target), ...explainPartitions(size)]),
        ...growthSentences(scenario, offering, { ...questions, targetUtilisation: target }),
      ],
      catchUp: caughtUp === null ? [] : explainCatchUp(caughtUp),
      survival:
        survival === null ? [] : explainSurvival(survival, offering, { ...questions, targetUtilisation: target }),
    },
    derivation: { load: deriveLoad(scenario, offering), answer: deriveAnswer(scenario, offering) },
  }
}

/** Sentences on how long the recommended size lasts with the given growth. Empty if no growth is given. */
function growthSentences(scenario: Scenario, offering: Offering, question: SizeQuestion): string[] {
  const { growthPerYear, years = 1, targetUtilisation: target } = question
  if (growthPerYear === undefined) return []
  const recommended = recommendScenario(scenario, offering, target === undefined ? {} : { targetUtilisation: target })
  const growth = { growthPerYear, years }
  const grown = growRecommendation(recommended, { scenario, offering, growth })
  return grown === null ? [] : [wordGrowth(grown, growth, offering).sentence]
}

function survivalOf(scenario: Scenario, offering: Offering, questions: Questions): Survival | null {
  const { survive: lost, ...rest } = questions
  return lost === undefined ? null : survive(scenario, offering, { lost, ...rest })
}
