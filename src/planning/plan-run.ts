/**
 * A scenario as a run plan: what is made, who sends, who reads, for how long.
 */
import { AppError } from '../contracts/app-error.ts'
import {
  type Driver,
  type PlannedConsumerGroup,
  type PlannedProducer,
  type PrometheusLogin,
  type RunPlan,
  type TrogdorFleet,
  timedEvery,
} from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { planProblems } from './plan-problems.ts'
import { planConnections } from './planned-connections.ts'
import { planConsumers } from './planned-consumers.ts'
import { planProducers } from './planned-producers.ts'
import { planTopics } from './planned-topics.ts'

/** Kafka's own quota window: 11 samples of one second. */
export const defaultQuotaWindowMs = 11_000

/** Windows before anything counts, and windows that do, in a run of the default length. */
export const burnInWindows = 2
export const measuredWindows = 8

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
  /** The fleet of the driver trogdor. */
  readonly trogdor?: TrogdorFleet
  /** Length of the load. Left out: the scenario's, else two windows of burn-in and eight that count. */
  readonly durationMs?: number
  /** Quota window of the target. Left out: Kafka's own 11 s. */
  readonly quotaWindowMs?: number
  /** The scenario's topics are on the target and are used as they are. Left out: the run makes its own. */
  readonly usesExistingTopics?: boolean
  /** Endpoint of figures of the brokers, in Prometheus' text format. Left out: none. */
  readonly prometheusUrl?: string
  /** Left out: it asks for no log-in. */
  readonly prometheusLogin?: PrometheusLogin
  /** Seed of keys and payloads. Left out: 1. */
  readonly seed?: number
}

/** A plan, and what it does differently from the scenario, each as a sentence for people. */
export type PlannedRun = { readonly plan: RunPlan; readonly notes: readonly string[] }

/**
 * One run of a scenario (already scaled, where it is) on a target.
 * @throws AppError PLAN_IMPOSSIBLE with every reason at once.
 */
export function planRun(scenario: Scenario, options: PlanOptions): PlannedRun {
  const quotaWindowMs = options.quotaWindowMs ?? defaultQuotaWindowMs
  const usualMs = (burnInWindows + measuredWindows) * quotaWindowMs
  const durationMs = options.durationMs ?? scenario.validation?.durationMs ?? usualMs
  const problems = planProblems(scenario, { ...options, durationMs, quotaWindowMs })
  if (problems.length > 0) {
    const many = problems.length === 1 ? 'One thing stands' : `${problems.length} things stand`
    throw new AppError('PLAN_IMPOSSIBLE', `"${scenario.name}" cannot be run as it is. ${many} in the way.`, {
      problems,
      remedy: 'Change the fields named below, or predict without a run.',
    })
  }
  const topics = planTopics(scenario, { ...options, durationMs, drainMs })
  const producers = planProducers(scenario, options.runId, topics.names)
  const consumers = planConsumers(scenario, options.runId, topics.names)
  const ownClients = producers.planned.length + consumers.planned.reduce((sum, group) => sum + group.members, 0)
  const connections = planConnections(scenario.workload, ownClients)
  return {
    plan: {
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
    },
    notes: [
      ...topics.notes,
      ...producers.notes,
      ...timedNotes(producers.planned),
      ...consumers.notes,
      ...connections.notes,
    ],
  }
}

function timedNotes(producers: readonly PlannedProducer[]): string[] {
  const every = Math.max(1, ...producers.map(({ recordsPerSec }) => timedEvery(recordsPerSec)))
  return every === 1
    ? []
    : [`At this rate one in ${every} records of a producer is timed and stands for ${every}; all are counted.`]
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
