/**
 * Drafts a run from a request: scaled scenario, target, prediction and plan. It starts nothing and stores nothing.
 */
import { capacityOf, limitOn, limitSetAt } from '../../capacity/limit-set.ts'
import { predict } from '../../capacity/predict.ts'
import { isOverGuidelinesOnly } from '../../capacity/refusals.ts'
import { withClientsOfRun } from '../../capacity/run-transactions.ts'
import { scaleScenario } from '../../capacity/scale-scenario.ts'
import { solve } from '../../capacity/solve.ts'
import type { Offering } from '../../contracts/offering.ts'
import { defaultQuotaWindowMs } from '../../contracts/plan-windows.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { PredictionContext } from '../../contracts/prediction-context.ts'
import { refusalText } from '../../contracts/refusal-text.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Target, TargetDescription } from '../../contracts/target.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import { discriminationNotes } from '../../evidence/discrimination.ts'
import { foreseenNotes } from '../../evidence/verdict/foreseen.ts'
import { embeddedBrokers, likelyEmbeddedBrokers, unlimitedBrokers } from '../../planning/embedded-brokers.ts'
import { type PlanOptions, planRun } from '../../planning/plan-run.ts'
import { runName } from '../../planning/run-names.ts'
import { embeddedQuotas } from '../../planning/scale.ts'
import { checkScale } from '../../planning/smallest-scale.ts'
import { summarisePlan } from '../../planning/summarise-plan.ts'
import type { ChosenTarget } from './choose-target.ts'
import { describeTarget } from './describe-target.ts'

/** Inputs of a draft. */
export interface DraftInput {
  readonly runId: string
  readonly request: ValidationRequest
  readonly offering: Offering
  readonly chosen: ChosenTarget
  readonly scale: number
  readonly kafkaVersion: string | null
}

type EmbeddedKafkaTarget = Extract<Target, { kind: 'embedded:kafka' }>

/** The parts with which a run is started. */
export interface ValidationDraft {
  /** The scaled scenario. */
  readonly scenario: Scenario
  readonly offering: Offering
  readonly target: Target
  readonly description: TargetDescription
  readonly prediction: Prediction
  readonly plan: RunPlan
  /** Sentences that say how the run differs from the scenario, and why it cannot be judged if so. */
  readonly notes: readonly string[]
}

/** A trial run, and the prediction at full size that its result is compared with. */
export interface TrialDraft {
  readonly target: Target
  readonly plan: RunPlan
  readonly prediction: Prediction
}

/** Duration of the load in the trial that finds a scale. */
export const trialDurationMs = 20_000

/**
 * Drafts the requested run.
 * @throws AppError PLAN_IMPOSSIBLE, or the error of `checkScale` if limits are too small at this scale
 */
export function draftValidation(input: DraftInput): ValidationDraft {
  const { request, offering, scale } = input
  const scenario = scaleScenario(request.scenario, scale)
  const target = targetOf(input)
  const isJudged = request.isJudged !== false && request.isUnlimited !== true
  const { plan, notes } = planRun(scenario, {
    runId: input.runId,
    brokers: brokersOf(target),
    ...consumerQuotaOf(target),
    ...(request.driver === undefined ? {} : { driver: request.driver }),
    ...(request.trogdor === undefined ? {} : { trogdor: request.trogdor }),
    ...(request.durationMs === undefined ? {} : { durationMs: request.durationMs }),
    ...(request.quotaWindowSeconds === undefined ? {} : { quotaWindowMs: request.quotaWindowSeconds * 1000 }),
    ...(request.usesExistingTopics === undefined ? {} : { usesExistingTopics: true }),
    ...(request.prometheusUrl === undefined ? {} : { prometheusUrl: request.prometheusUrl }),
    ...(request.prometheusLogin === undefined ? {} : { prometheusLogin: request.prometheusLogin }),
    isJudged,
  })
  const prediction = predictOn(target, scenario, input)
  if (isJudged) checkScale(scale, prediction.refusals, (other) => isAcceptedAt(other, target, input))
  const description = describeTarget(target, { offering, scale, kafkaVersion: input.kafkaVersion })
  const proof = isJudged
    ? [
        ...unseenRefusal(prediction, input),
        ...foreseenNotes(prediction, description),
        ...discriminationNotes(prediction, description),
      ]
    : []
  return { scenario, offering, target, description, prediction, plan, notes: [...proof, ...notes] }
}

/** Drafts the trial, which has no quotas. It shows the rate that the machine reaches with this workload. */
export function draftTrial(input: Omit<DraftInput, 'scale'>): TrialDraft {
  const { scenario } = input.request
  const fullTarget = targetOf({ ...input, scale: 1 })
  const target: Target = fullTarget.kind === 'embedded:kafka' ? withoutQuotas(fullTarget) : fullTarget
  const { plan } = planRun(scenario, {
    runId: `${input.runId}-trial`,
    brokers: brokersOf(target),
    durationMs: trialDurationMs,
  })
  return { target, plan, prediction: predictOn(target, scenario, { ...input, scale: 1 }) }
}

/** Returns the part of a draft that users see before anything is written. */
export function previewOf(draft: ValidationDraft): ValidationPreview {
  return {
    target: draft.description,
    summary: summarisePlan(draft.plan),
    prediction: draft.prediction,
    notes: [...draft.notes],
  }
}

/**
 * Returns a key for the embedded cluster that a run needs. Runs with the same key can share a cluster, also if their
 * deployments have different names. All runs on a user's cluster have the same key. Never throws, because a run that is
 * impossible fails later with its own error.
 */
export function clusterKeyOf(request: ValidationRequest, offering: Offering): string {
  const { scenario, target, isUnlimited = false } = request
  if (target.kind === 'connection') return ''
  const brokers = likelyEmbeddedBrokers(scenario, offering, isUnlimited)
  const limits = isUnlimited ? null : declaredLimits(scenario, offering)
  return JSON.stringify({ brokers, limits, ...heapOf(scenario), ...requestedOptions(request) })
}

/**
 * Returns the limits from which quotas are computed. They are not scaled, because all runs of a campaign have one
 * scale.
 */
function declaredLimits({ deployment }: Scenario, offering: Offering): unknown {
  const limits = limitSetAt(offering, deployment)
  // The offering may be another model than the deployment's, whose limits are not known here.
  if (limits === null || deployment.offering !== offering.id) return deployment
  return (['ingress', 'egress'] as const).map((dimension) => {
    const limit = limitOn(limits, dimension)
    return limit === undefined ? null : capacityOf(limit, deployment.size, 1)
  })
}

function targetOf(input: DraftInput): Target {
  const { request, chosen } = input
  if (chosen.kind === 'connection') return { kind: 'connection', connection: chosen.connection }
  const { isUnlimited } = request
  const brokers = isUnlimited ? unlimitedBrokers(request.scenario, input.offering) : embeddedBrokers(request.scenario)
  if (chosen.kind === 'embedded:simulated') return { kind: chosen.kind, brokers }
  const quotaWindowSeconds = request.quotaWindowSeconds ?? defaultQuotaWindowMs / 1000
  const options = { ...heapOf(request.scenario), ...requestedOptions(request) }
  if (isUnlimited) return { kind: chosen.kind, brokers, quotaWindowSeconds, ...options }
  const quotas = embeddedQuotas(request.scenario, input.offering, {
    scale: input.scale,
    brokers,
    quotaFactor: request.quotaFactor ?? 1,
  })
  return { kind: chosen.kind, brokers, quotas, quotaWindowSeconds, ...options }
}

/** Up to this many replicas on all brokers together, the default heap of an embedded broker is enough. */
const maxReplicasOfDefaultHeap = 3_000
/** Heap of a broker if there are more replicas. It is enough for 5,000. */
const largeHeapMegabytes = 1_024

function heapOf({ workload }: Scenario): Pick<EmbeddedKafkaTarget, 'heapMegabytes'> {
  const replicas = workload.topics.reduce(
    (sum, topic) => sum + topic.count * topic.partitions * topic.replicationFactor,
    0,
  )
  return replicas > maxReplicasOfDefaultHeap ? { heapMegabytes: largeHeapMegabytes } : {}
}

/**
 * Returns the options of the embedded cluster that the request sets: TLS if the workload is encrypted, except for
 * Kafka's own tools, which run without TLS; a longer round trip; more replica fetchers.
 */
function requestedOptions({
  scenario: { workload, validation = {} },
  driver,
}: ValidationRequest): Pick<EmbeddedKafkaTarget, 'isEncrypted' | 'addedRoundTripMs' | 'replicaFetchers'> {
  const isEncrypted = workload.isEncrypted === true && driver !== 'kafka-perf-test'
  const { addedRoundTripMs, replicaFetchers } = validation
  return {
    ...(isEncrypted ? { isEncrypted } : {}),
    ...(addedRoundTripMs === undefined ? {} : { addedRoundTripMs }),
    ...(replicaFetchers === undefined ? {} : { replicaFetchers }),
  }
}

/** Returns the consumers' quota on an embedded cluster. It is unknown on a user's cluster. */
function consumerQuotaOf(target: Target): Pick<PlanOptions, 'consumerQuota'> {
  if (target.kind !== 'embedded:kafka' || target.quotas === undefined) return {}
  const { quotas, quotaWindowSeconds: windowSeconds, addedRoundTripMs: roundTripMs = 0 } = target
  return { consumerQuota: { bytesPerSec: quotas.consumerBytesPerSec, windowSeconds, roundTripMs } }
}

function withoutQuotas({ quotas: _limits, ...target }: EmbeddedKafkaTarget): EmbeddedKafkaTarget {
  return target
}

function predictOn(target: Target, scenario: Scenario, input: DraftInput): Prediction {
  return predict(withClientsOfRun(scenario, input.request.driver), input.offering, contextOn(target, input))
}

/** A note if the deployment refuses a workload that this target takes, such as one replica on one broker; else empty. */
function unseenRefusal({ isFeasible }: Prediction, { request, offering }: DraftInput): string[] {
  if (!isFeasible) return []
  const whole = predict(request.scenario, offering)
  if (whole.isFeasible) return []
  const what = refusalText(isOverGuidelinesOnly(whole))
  return [
    `On ${offering.name} this workload is ${what}. This target takes it, so the run does not show that. ${whole.refusals.join(' ')}`,
  ]
}

/** True if the model does not refuse the scenario at this scale. */
function isAcceptedAt(scale: number, target: Target, input: DraftInput): boolean {
  const { request, offering } = input
  const context = contextOn(target, { ...input, scale })
  return solve(scaleScenario(request.scenario, scale), offering, context).refusals.length === 0
}

function contextOn(target: Target, { scale, request, runId }: DraftInput): Partial<PredictionContext> {
  const brokers = brokersOf(target)
  return {
    capacityScale: scale,
    // Quotas enforce the declared limit without the burst that a vendor grants, so no burst is predicted with quotas.
    allowsBurst: target.kind === 'connection' || request.isUnlimited === true,
    ...(brokers === null ? {} : { brokers }),
    namePrefixBytes: runName(runId, '').length,
  }
}

function brokersOf(target: Target): number | null {
  return target.kind === 'connection' ? null : target.brokers
}
