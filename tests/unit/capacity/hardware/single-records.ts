import { predict } from '../../../../src/capacity/predict.ts'
import type { ScenarioInput } from '../../../../src/contracts/scenario.ts'
import { lawsOfHosts, smallScenario } from '../known-files.ts'

/** The model of hosts by its laws alone. */
export const hosts = lawsOfHosts()

/** Fields that a test changes. */
export type Change = {
  readonly topic?: Partial<ScenarioInput['workload']['topics'][number]>
  readonly producer?: Partial<ScenarioInput['workload']['producers'][number]>
  readonly deployment?: Partial<ScenarioInput['deployment']>
}

/** Predicts one topic of one partition on large brokers, written in batches of one record of 1,000 bytes with acks=all. */
export function predictSingleRecords(...changes: readonly Change[]) {
  const merged = <Part extends keyof Change>(part: Part) => Object.assign({}, ...changes.map((change) => change[part]))
  const scenario = smallScenario({
    topic: { partitions: 1, ...merged('topic') },
    producer: { recordValueBytes: 1000, batchBytes: 1, lingerMs: 0, acks: 'all', ...merged('producer') },
    group: null,
    workload: { roundTripMs: 0.2 },
    deployment: { offering: hosts.id, host: { cores: 64 }, asOf: undefined, ...merged('deployment') },
  })
  return predict(scenario, hosts)
}
