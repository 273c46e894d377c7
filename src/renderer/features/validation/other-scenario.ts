/**
 * Says that a shown run is not of the scenario in the window, whose name stands above it. Pure.
 */
import { type RunRecord, runName } from '../../../contracts/run-record.ts'
import { recordedScenario, type Scenario } from '../../../contracts/scenario.ts'

/**
 * "another scenario than “Orders”", or "with other values than “Orders” has now"; empty for a run of the open scenario, and
 * for an imported one without a scenario.
 */
export function otherScenarioText(record: RunRecord, open: Scenario): string {
  if (record.scenario === null) return ''
  if (record.scenario.name !== open.name) {
    return runName(record) === open.name ? '' : `another scenario than “${open.name}”`
  }
  return contentOf(record.scenario) === contentOf(open) ? '' : `with other values than “${open.name}” has now`
}

/** What a prediction depends on, with its keys in the order of the schema. */
function contentOf(given: Scenario): string {
  const { workload, deployment } = recordedScenario.parse(given)
  return JSON.stringify([workload, deployment])
}
