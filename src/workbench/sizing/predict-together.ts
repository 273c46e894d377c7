/**
 * Predicts the workloads of several scenarios on one cluster.
 */
import { type Mixture, mixWorkloads } from '../../capacity/mixture/mixture.ts'
import { notModelledInMixtures } from '../../capacity/mixture/not-modelled.ts'
import { type MixturePrediction, predictMixture } from '../../capacity/mixture/predict-mixture.ts'
import type { Deployment, Scenario } from '../../contracts/scenario.ts'
import { deployedOffering } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'
import { type AnsweredScenario, answerScenario, type Questions } from './answer-scenario.ts'

/** The share of each workload in the cluster's limits, and what the prediction does not know. */
export interface MixtureAnswer extends Omit<MixturePrediction, 'prediction'>, Pick<Mixture, 'renamed'> {
  readonly notModelled: readonly string[]
}

/** The prediction of several workloads on one cluster. */
export interface TogetherAnswer {
  /** All workloads in one scenario. */
  readonly scenario: Scenario
  readonly answered: AnsweredScenario
  readonly mixture: MixtureAnswer
}

/**
 * Predicts all workloads as one scenario, and divides each limit among them.
 * @param deployment replaces the deployments of the scenarios. Left out: all scenarios must have the same deployment.
 * @throws AppError SCENARIO_INVALID if the scenarios cannot share a cluster; as `deployedOffering`
 */
export async function predictTogether(
  scenarios: readonly Scenario[],
  { deployment, ...questions }: Questions & { readonly deployment?: Deployment | undefined },
  resources: Resources,
): Promise<TogetherAnswer> {
  const mixture = mixWorkloads(scenarios, deployment)
  const { scenario, renamed } = mixture
  const offering = await deployedOffering(scenario.deployment, resources)
  const answered = await answerScenario(scenario, questions, resources)
  const { prediction: _sameAsAnswered, ...shares } = predictMixture(mixture, offering, questions.targetUtilisation)
  return { scenario, answered, mixture: { ...shares, renamed, notModelled: notModelledInMixtures } }
}
