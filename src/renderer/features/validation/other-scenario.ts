/**
 * Says that the shown run belongs to another scenario than the open one, whose name stands above the run. Pure.
 */
import { type RunRecord, runName } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'

/**
 * "another scenario than “Orders”"; empty for a run of the open scenario, and for an imported run without a scenario. Only
 * names are compared, because the scenario of a scaled run has other rates.
 */
export function otherScenarioText(record: Pick<RunRecord, 'name' | 'scenario'>, open: Pick<Scenario, 'name'>): string {
  const isOfOpen = record.scenario === null || record.scenario.name === open.name || runName(record) === open.name
  return isOfOpen ? '' : `another scenario than “${open.name}”`
}
