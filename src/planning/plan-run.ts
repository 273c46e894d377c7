/**
 * A scenario as a run plan: what is made, who sends, who reads, for how long.
 */
import { AppError } from '../contracts/app-error.ts'
import { burnInWindows, defaultQuotaWindowMs, leastSteadyWindows } from '../contracts/plan-windows.ts'
import type {
  Driver,
  PlannedConsumerGroup,
  PlannedProducer,
  PrometheusLogin,
  RunPlan,
  TrogdorFleet,
} from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { lengthNotes, timingNotes } from './plan-notes.ts'
import { type PlanNumbers, planProblems } from './plan-problems.ts'
import { planConnections } from './planned-connections.ts'
import { type ConsumerQuota, planConsumers } from './planned-consumers.ts'
import { planProducers } from './planned-producers.ts'
import { planTopics } from './planned-topics.ts'

/** Time after the load for acknowledgements and for consumers to catch up. */
const drainMs = 30_000

/** What a plan depends on besides the scenario. */
export type PlanOptions = {
  /** Unique; part of every name that the run makes. */
  readonly runId: string
  /** Brokers of the target; null where not known. */
  readonly brokers: number | null
  /** Whose clients push the load. Left out: node-rdkafka. */
  readonly driver?: Driver
  /** False where the plan is handed to another program, whose clients are not those of a run. Left out: it is not. */
  readonly isForOwnRun?: boolean
  /** The fleet of the driver trogdor. */
  readonly trogdor?: TrogdorFleet
  /** Length of the load. Left out: the scenario's, else two windows of burn-in and eight that count. */
  readonly durationMs?: number
  /** Quota window of the target. Left out: Kafka's own 11 s. */
  readonly quotaWindowMs?: number
  /** Quota of each broker on what it sends to readers. Left out: none, or not known. */
  readonly consumerQuota?: ConsumerQuota
  /** The scenario's topics are on the target and are used as they are. Left out: the run makes its own. */
  readonly usesExistingTopics?: boolean
  /** Endpoint of figures of the brokers, in Prometheus' text format. Left out: none. */
  readonly prometheusUrl?: string
  /** Left out: it asks for no log-in. */
  readonly prometheusLogin?: PrometheusLogin
  /** False where no verdict is asked for: then a load that is too short for one is as good as another. Left out: one is. */
  readonly isJudged?: boolean
  /** Seed of keys and payloads. Left out: 1. */
  readonly seed?: number
}

/** A plan, what it does differently from the scenario, and whether it is too short to be judged: sentences for people. */
export type PlannedRun = { readonly plan: RunPlan; readonly notes: readonly string[] }

/**
 * One run of a scenario (already scaled, where it is) on a target.
 * @throws AppError PLAN_IMPOSSIBLE with every reason at once.
 */
export function planRun(scenario: Scenario, options: PlanOptions): PlannedRun {
  const quotaWindowMs = options.quotaWindowMs ?? defaultQuotaWindowMs
  const usualMs = (burnInWindows + leastSteadyWindows) * quotaWindowMs
  const durationMs = options.durationMs ?? scenario.validation?.durationMs ?? usualMs
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
    producers: uniqueProducers(producers.planned),
    consumerGroups: uniqueGroups(consumers.planned),
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
  // Other clients have clocks of their own.
  const isTimed = options.isForOwnRun !== false && (options.driver ?? 'node-rdkafka') === 'node-rdkafka'
  const timing = isTimed ? timingNotes(plan) : []
  const clients = [...producers.notes, ...timing, ...consumers.notes, ...connections.notes]
  return { plan, notes: [...lengths, ...topics.notes, ...clients] }
}

function refuseImpossible(scenario: Scenario, numbers: PlanNumbers): void {
  const problems = planProblems(scenario, numbers)
  if (problems.length === 0) return
  const many = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  throw new AppError('PLAN_IMPOSSIBLE', `"${scenario.name}" cannot be run as it is: ${many}.`, {
    problems,
    remedy: 'Change these fields, or predict without a run.',
  })
}

/** Two entries with the same name get ids of their own. */
function uniqueProducers(planned: readonly PlannedProducer[]): PlannedProducer[] {
  const count = counter()
  return planned.map((producer) => {
    const suffix = count(producer.id)
    return { ...producer, id: `${producer.id}${suffix}`, clientId: `${producer.clientId}${suffix}` }
  })
}

function uniqueGroups(planned: readonly PlannedConsumerGroup[]): PlannedConsumerGroup[] {
  const count = counter()
  return planned.map((group) => {
    const suffix = count(group.groupId)
    return { ...group, groupId: `${group.groupId}${suffix}`, clientId: `${group.clientId}${suffix}` }
  })
}

function counter(): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? '' : `.${before + 1}`
  }
}
