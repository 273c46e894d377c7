/**
 * Makes the scenario of an observation: the workload at its observed peak on its deployment, and the provenance of every
 * field.
 */
import { limitSetAt } from '../capacity/limit-set.ts'
import type { Observation, OpenQuestion } from '../contracts/observation.ts'
import type { Offering } from '../contracts/offering.ts'
import { formatPath } from '../contracts/parse.ts'
import type { FieldProvenance } from '../contracts/provenance.ts'
import {
  type Deployment,
  type Scenario,
  type ScenarioInput,
  scenario as scenarioSchema,
} from '../contracts/scenario.ts'
import type { ClientFamily } from '../contracts/workload.ts'
import { clientsQuestion } from './clients-question.ts'
import { connectionsOf } from './connections-of.ts'
import { consumersOf } from './consumers-of.ts'
import { fitRecordSizes } from './fit-record-sizes.ts'
import { foldTopics } from './fold-topics.ts'
import { nothingWritten } from './nothing-written.ts'
import { peaksQuestion } from './peaks-question.ts'
import { producerOf } from './producer-of.ts'
import { assumed, given, type Sourced, type SourcedFields } from './sourced.ts'
import { spreadRates } from './spread-rates.ts'
import { topicOf } from './topic-of.ts'
import { unseenLoadQuestions } from './unseen-load.ts'

/** The scenario, with the provenance of its fields. */
export interface ObservedScenario {
  readonly scenario: Scenario
  readonly provenance: FieldProvenance[]
  /** Questions that arise from making the scenario. */
  readonly openQuestions: OpenQuestion[]
}

/**
 * The scenario of an observation on this deployment.
 * @param stated the library of the clients, which no source states: linger is fitted so that clients of this library send
 *   the observed batches. Left out: Java's is assumed.
 * @throws AppError INPUT_INVALID if no topic has traffic, so that there is no load to predict
 */
export function scenarioOf(
  observed: Observation,
  deployment: Deployment,
  offering: Offering,
  stated?: ClientFamily,
): ObservedScenario {
  const observation = { ...observed, topics: [...spreadRates(observed)] }
  const { topics, questions } = foldTopics(observation)
  // An assumed service refuses other numbers of replicas than its own, and the scenario has to be usable unchanged.
  const isAssumed = observation.deployment === null
  const keptReplicas = isAssumed ? limitSetAt(offering, deployment)?.features?.replicationFactor : undefined
  const consumers = topics.map((topic) => consumersOf(topic, observation.groups))
  const producers = topics.flatMap((topic) => producerOf(topic) ?? [])
  if (producers.length === 0) throw nothingWritten(observation)
  const workload: SourcedWorkload = {
    topics: topics.map((topic) => topicOf(topic, observation, keptReplicas)),
    producers: producers.map(({ fields }) => fields),
    consumerGroups: consumers.flatMap(({ groups }) => groups),
    connections: connectionsOf(observation),
    clientFamily: familyOf(stated),
  }
  const provenance = provenanceOf(workload)
  const input: ScenarioInput = {
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: observation.name,
    notes: notesOf(observation, provenance),
    workload: valuesOfWorkload(workload),
    deployment,
  }
  const openQuestions = [
    ...unseenLoadQuestions(observed),
    ...questions,
    ...peaksQuestion(observation),
    ...consumers.flatMap((each) => each.questions),
    ...clientsQuestion(producers, workload.consumerGroups),
  ]
  const targets = producers.map(({ target }) => target)
  return { scenario: fitRecordSizes(scenarioSchema.parse(input), offering, targets), provenance, openQuestions }
}

/** The fields of a workload, each with its source. */
interface SourcedWorkload {
  readonly topics: readonly ReturnType<typeof topicOf>[]
  readonly producers: readonly NonNullable<ReturnType<typeof producerOf>>['fields'][]
  readonly consumerGroups: ReturnType<typeof consumersOf>['groups']
  readonly connections: ReturnType<typeof connectionsOf>
  readonly clientFamily: Sourced<ClientFamily>
}

function valuesOfWorkload(workload: SourcedWorkload): ScenarioInput['workload'] {
  return {
    topics: workload.topics.map(valuesOf),
    producers: workload.producers.map(valuesOf),
    consumerGroups: workload.consumerGroups.map(valuesOf),
    connections: valuesOf(workload.connections),
    clientFamily: workload.clientFamily.value,
  }
}

function provenanceOf(workload: SourcedWorkload): FieldProvenance[] {
  const { topics, producers, consumerGroups, connections, clientFamily } = workload
  return [
    ...provenanceOfEntries('topics', topics),
    ...provenanceOfEntries('producers', producers),
    ...provenanceOfEntries('consumerGroups', consumerGroups),
    asProvenance(['workload', 'clientFamily'], clientFamily),
    ...Object.entries(connections).map(([name, field]) => asProvenance(['workload', 'connections', name], field)),
  ]
}

/**
 * Client libraries fill batches and requests differently, above all with keys. Java is assumed because it is Kafka's
 * own.
 */
function familyOf(stated: ClientFamily | undefined): Sourced<ClientFamily> {
  if (stated !== undefined) return given(stated, 'stated by you: no source states the library of the clients')
  return assumed('java', 'no source states the library of the clients: Java')
}

/** The values of fields, without their provenance. */
function valuesOf<T>(fields: SourcedFields<T>): T {
  const entries = Object.entries<Sourced<unknown>>(fields).map(([name, { value }]) => [name, value])
  return Object.fromEntries(entries) as T
}

/** Fields that only name an entry have no provenance. */
const nameFields = new Set(['name', 'topic'])

function provenanceOfEntries(list: string, entries: readonly object[]): FieldProvenance[] {
  return entries.flatMap((fields, index) =>
    Object.entries<Sourced<unknown>>(fields as Record<string, Sourced<unknown>>).flatMap(([name, field]) =>
      nameFields.has(name) ? [] : [asProvenance(['workload', list, index, name], field)],
    ),
  )
}

function asProvenance(path: readonly PropertyKey[], field: Sourced<unknown>): FieldProvenance {
  const { how, source, span, relativeError, reason } = field
  const known = { field: formatPath(path), how, source, span, relativeError }
  return reason === undefined ? known : { ...known, reason }
}

/** Notes for readers of the scenario file, which has no place for provenance. */
function notesOf(observation: Observation, provenance: readonly FieldProvenance[]): string {
  const count = (how: FieldProvenance['how']) => provenance.filter((field) => field.how === how).length
  const sources = observation.sources.map(({ kind, label }) => `${kind} (${label})`).join(', ')
  const shown = sources.length > 2000 ? `${sources.slice(0, 1999)}…` : sources
  return [
    `Made by headroom observe from: ${shown}.`,
    `Of its fields, ${count('measured')} are measured, ${count('derived')} derived and ${count('assumed')} assumed.`,
    `To see each of them: headroom observations show ${observation.id}`,
  ].join(' ')
}
