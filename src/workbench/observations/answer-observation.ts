/**
 * Evaluates an observation: makes its scenario and the prediction for it.
 */
import { predict } from '../../capacity/predict.ts'
import type { AnsweredObservation } from '../../contracts/answered-observation.ts'
import type { Observation } from '../../contracts/observation.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { ClientFamily } from '../../contracts/workload.ts'
import { observedVerdict } from '../../evidence/observed-load.ts'
import { findingsOf } from '../../observation/findings.ts'
import { libraryQuestion } from '../../observation/library-question.ts'
import { redactObservation } from '../../observation/redact-observation.ts'
import { scenarioOf } from '../../observation/scenario-of.ts'
import { unseenLoad } from '../../observation/unseen-load.ts'
import { deployedOffering, offeringOf } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'

/** The offering of the scenario if neither the user nor a source names one. */
const assumedOffering = 'confluent-cloud-dedicated'

/** Options of the evaluation. */
export interface AnswerOptions {
  /** True if names of topics, groups, files and hosts are replaced everywhere in the result. */
  readonly isRedacted?: boolean
  /** The deployment of the cluster. Left out: the deployment in the observation. */
  readonly deployment?: Deployment | undefined
  /** The library of the clients. Left out: Java's is assumed, with a question if that changes the answer. */
  readonly clientFamily?: ClientFamily | undefined
}

/**
 * Returns the scenario, its prediction and the findings.
 * @throws AppError OFFERING_INVALID, also for a chosen deployment whose tier is unknown; INPUT_INVALID if no topic has
 *   traffic
 */
export async function answerObservation(
  observed: Observation,
  resources: Resources,
  { isRedacted = false, deployment: chosen, clientFamily }: AnswerOptions = {},
): Promise<AnsweredObservation> {
  const unredacted = chosen === undefined ? observed : { ...observed, deployment: chosen }
  const observation = isRedacted ? redactObservation(unredacted) : unredacted
  const { deployment } = observation
  if (deployment !== null) {
    const answered = answerOn(observation, {
      deployment,
      offering: await (chosen === undefined ? offeringOf : deployedOffering)(deployment, resources),
      clientFamily,
    })
    const isPart = unseenLoad([...observation.openQuestions, ...answered.openQuestions]).length > 0
    const verdict = observedVerdict(answered.prediction, observation.cluster, isPart)
    return { ...answered, verdict, isDeploymentKnown: true }
  }
  // Without a deployment, the scenario gets the assumed offering at the smallest size that carries the load.
  const smallest: Deployment = { offering: assumedOffering, size: 1 }
  const offering = await offeringOf(smallest, resources)
  const answered = answerOn(observation, { deployment: smallest, offering, clientFamily })
  const size = answered.prediction.smallest?.size ?? 1
  const fitting =
    size === 1 ? answered : answerOn(observation, { deployment: { ...smallest, size }, offering, clientFamily })
  const reason = 'Not proven: what the cluster runs on is not known.'
  return { ...fitting, verdict: { verdict: 'not-proven', reason }, isDeploymentKnown: false }
}

/** What the observed cluster is taken to run on. */
interface ClusterDescription {
  readonly deployment: Deployment
  readonly offering: Offering
  /** The library of its clients; undefined if nobody stated it. */
  readonly clientFamily: ClientFamily | undefined
}

/** Makes the scenario of an observation on a deployment, with its prediction, findings and open questions. */
function answerOn(
  observation: Observation,
  { deployment, offering, clientFamily }: ClusterDescription,
): Omit<AnsweredObservation, 'isDeploymentKnown' | 'verdict'> {
  const madeScenario = scenarioOf(observation, deployment, offering, clientFamily)
  const prediction = predict(madeScenario.scenario, offering)
  const findings = findingsOf({ observation, scenario: madeScenario.scenario, offering, prediction })
  const clientQuestions =
    clientFamily === undefined ? libraryQuestion(observation, deployment, offering, prediction) : []
  return {
    ...madeScenario,
    openQuestions: [...madeScenario.openQuestions, ...clientQuestions],
    observation,
    prediction,
    findings,
  }
}
