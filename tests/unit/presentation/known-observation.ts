/**
 * An answered observation of a cluster whose load grows by a known rate.
 */
import { predict } from '../../../src/capacity/predict.ts'
import type { AnsweredObservation } from '../../../src/contracts/answered-observation.ts'
import type { WrittenRecords } from '../../../src/contracts/cluster-reading.ts'
import type { Observation } from '../../../src/contracts/observation.ts'
import { observedVerdict } from '../../../src/evidence/observed-load.ts'
import { condenseReading } from '../../../src/observation/cluster-reading/condense-reading.ts'
import { findingsOf } from '../../../src/observation/findings.ts'
import { mergeReadings } from '../../../src/observation/merge.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { shippedOffering } from '../capacity/known-files.ts'
import { evenTopic, knownReading, startEpochMs } from '../observation/known-reading.ts'

const offering = shippedOffering('confluent-cloud-dedicated')
const deployment = { offering: offering.id, size: 2 }
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Written at the mean of the history. */
const meanRecordsPerSec = 30_000

const orders = { ...evenTopic, recordsPerSec: meanRecordsPerSec }

/** Hours whose rate grows by this a year, about the mean; busier at noon, quieter at weekends, no day like the other. */
function growingHours(days: number, growthPerYear: number): WrittenRecords[] {
  const end = Math.floor(startEpochMs / dayMs) * dayMs
  return Array.from({ length: days * 24 }, (_, index) => {
    const fromEpochMs = end - days * dayMs + index * hourMs
    const years = (index / 24 - days / 2) / 365.25
    const ofDay = 1 + 0.3 * Math.sin((2 * Math.PI * ((index % 24) - 6)) / 24)
    const ofWeek = Math.floor(fromEpochMs / dayMs) % 7 < 2 ? 0.7 : 1.12
    const ofChance = 1 + 0.02 * Math.sin(Math.floor(index / 24) ** 2)
    const perSec = meanRecordsPerSec * (1 + growthPerYear * years) * ofDay * ofWeek * ofChance
    return { fromEpochMs, toEpochMs: fromEpochMs + hourMs, records: Math.round(perSec * 3600) }
  })
}

/** The observation of a cluster that was read with this many days of history. */
export function growingObservation(days: number, growthPerYear: number): AnsweredObservation {
  const reading = knownReading([orders])
  const hours = growingHours(days, growthPerYear)
  const completeFromEpochMs = hours[0]?.fromEpochMs ?? null
  const largestTimestampEpochMs = startEpochMs + 60_000
  const history = { hours, minutes: [], completeFromEpochMs, largestTimestampEpochMs }
  const topics = reading.topics.map((topic) => ({ ...topic, history }))
  const observation: Observation = {
    kind: 'headroom.observation',
    schemaVersion: 2,
    id: 'known',
    name: 'known cluster',
    createdAtEpochMs: startEpochMs,
    headroomVersion: '0',
    ...mergeReadings([condenseReading({ ...reading, topics }, { label: 'running cluster', sha256: null })]),
    deployment,
    isRedacted: false,
  }
  const made = scenarioOf(observation, deployment, offering)
  const prediction = predict(made.scenario, offering)
  const findings = findingsOf({ observation, scenario: made.scenario, offering, prediction })
  const verdict = observedVerdict(prediction, observation.cluster)
  return { ...made, observation, prediction, findings, verdict, isDeploymentKnown: true }
}
