/**
 * Turns a scenario into a run plan: topics, producers, consumer groups and durations.
 */
import { AppError } from '../contracts/app-error.ts'
import { burnInWindows, defaultQuotaWindowMs, minSteadyWindows } from '../contracts/plan-windows.ts'
import type {
  Driver,
  PlannedConsumerGroup,
  PlannedProducer,
  PrometheusLogin,
  RunPlan,
  TrogdorFleet,
} from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { counted } from '../units/count.ts'
import { lengthNotes, timingNotes } from './plan-notes.ts'
import { type PlanNumbers, planProblems } from './plan-problems.ts'
import { planConnections } from './planned-connections.ts'
import { type ConsumerQuota, planConsumers } from './planned-consumers.ts'
import { planProducers } from './planned-producers.ts'
import { planTopics } from './planned-topics.ts'
import { differentNames } from './run-names.ts'

/** Time after the load in which acknowledgements arrive and consumers catch up. */
const drainMs = 30_000

/** The inputs of a plan in addition to the scenario. */
export type PlanOptions = {
  /** Unique id; part of all names that the run creates. */
  readonly runId: string
  /** Number of brokers of the target; null if unknown. */
  readonly brokers: number | null
  /** The clients that generate the load. Default: node-rdkafka. */
  readonly driver?: Driver
  /** False if another program runs the plan with its own clients. Default: true. */
  readonly isForOwnRun?: boolean
  /** The fleet of the driver trogdor. */
  readonly trogdor?: TrogdorFleet
  /** Length of the load. Default: as in the scenario; otherwise two quota windows of burn-in and eight steady ones. */
  readonly durationMs?: number
  /** Quota window of the target. Default: 11 s, as in Kafka. */
  readonly quotaWindowMs?: number
  /** Consumer quota of each broker. Default: none, or unknown. */
  readonly consumerQuota?: ConsumerQuota
  /** True if existing topics of the target are used unchanged. Default: the run creates its own. */
  readonly usesExistingTopics?: boolean
  /** Endpoint with metrics of the brokers, in Prometheus' text format. Default: none. */
  readonly prometheusUrl?: string
  /** Log-in of that endpoint. Default: none. */
  readonly prometheusLogin?: PrometheusLogin
  /** False if no verdict is needed, so that a short load needs no note. Default: true. */
  readonly isJudged?: boolean
  /** Seed of keys and payloads. Default: 1. */
  readonly seed?: number
}

/** A plan, and notes for users on how it differs from the scenario and whether the load is too short for a verdict. */
export type PlannedRun = { readonly plan: RunPlan; readonly notes: readonly string[] }

/**
 * Plans one run of a scenario on a target. The scenario must be scaled already.
 * @throws AppError PLAN_IMPOSSIBLE with every reason at once.
 */
export function planRun(scenario: Scenario, options: PlanOptions): PlannedRun {
  const quotaWindowMs = options.quotaWindowMs ?? defaultQuotaWindowMs
  const defaultMs = (burnInWindows + minSteadyWindows) * quotaWindowMs
  const durationMs = options.durationMs ?? scenario.validation?.durationMs ?? defaultMs
  refuseImpossible(scenario, { ...options, durationMs, quotaWindowMs })
  const topics = planTopics(scenario, { ...options, durationMs, drainMs })
  const producers = planProducers(scenario, options.runId, topics.names)
  const consumers = planConsumers(scenario, options, topics.names)
  const ownClients = producers.planned.length + consumers.planned.reduce((sum, group) => sum + group.members, 0)
  const connections = planConnections(scenario.workload, ownClients)
  const plan: RunPlan = {
    schemaVersion: 1,
    runId: options.runId,
    ...(options.driver === undefined ? {} : { driver: options.driver }),
    ...(options.trogdor === undefined ? {} : { trogdor: options.trogdor }),
    topics: topics.planned,
    producers: withDifferentIds(producers.planned),
    consumerGroups: withDifferentGroupIds(consumers.planned),
    ...(connections.planned === null ? {} : { connections: connections.planned }),
    ...(options.prometheusUrl === undefined ? {} : { prometheusUrl: options.prometheusUrl }),
    ...(options.prometheusLogin === undefined ? {} : { prometheusLogin: options.prometheusLogin }),
    schedule: { kind: 'constant' },
    burnInMs: Math.min(burnInWindows * quotaWindowMs, durationMs),
    quotaWindowMs,
    durationMs,
    drainMs,
    seed: options.seed ?? 1,
  }
  const lengths = options.isJudged === false ? [] : lengthNotes(plan)
  // Other clients take their own measurements, so the rule on timed records does not apply.
  const isTimed = options.isForOwnRun !== false && (options.driver ?? 'node-rdkafka') === 'node-rdkafka'
  const timing = isTimed ? timingNotes(plan) : []
  const clients = [...producers.notes, ...timing, ...consumers.notes, ...connections.notes]
  return { plan, notes: [...lengths, ...topics.notes, ...clients] }
}

function refuseImpossible(scenario: Scenario, numbers: PlanNumbers): void {
  const problems = planProblems(scenario, numbers)
  if (problems.length === 0) return
  const many = counted(problems.length, 'problem')
  throw new AppError('PLAN_IMPOSSIBLE', `"${scenario.name}" cannot be run as it is: ${many}.`, {
    problems,
    remedy: `Change ${problems.length === 1 ? 'this field' : 'these fields'} for the run. A prediction needs no run.`,
  })
}

/** Makes ids different if entries have the same name, or names that are the same when shortened. */
function withDifferentIds(planned: readonly PlannedProducer[]): PlannedProducer[] {
  const differentId = differentNames()
  const differentClientId = differentNames()
  return planned.map((producer) => {
    return { ...producer, id: differentId(producer.id), clientId: differentClientId(producer.clientId) }
  })
}

function withDifferentGroupIds(planned: readonly PlannedConsumerGroup[]): PlannedConsumerGroup[] {
  const differentGroupId = differentNames()
  return planned.map((group) => {
    const groupId = differentGroupId(group.groupId)
    return { ...group, groupId, clientId: groupId }
  })
}
