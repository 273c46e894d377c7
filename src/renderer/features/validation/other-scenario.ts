/**
 * Says that a shown run is not of the scenario in the window, whose name stands above it. Pure.
 */
import { type RunRecord, runName } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'

/**
 * "another scenario than “Orders”"; empty for a run of the open scenario, and for an imported one without a scenario. Names
 * are compared, because a run has its scenario with the rates of its scale.
 */
export function otherScenarioText(record: Pick<RunRecord, 'name' | 'scenario'>, open: Pick<Scenario, 'name'>): string {
  const isOfOpen = record.scenario === null || record.scenario.name === open.name || runName(record) === open.name
  return isOfOpen ? '' : `another scenario than “${open.name}”`
}
