/**
 * Writes a run plan as files for other programs, with notes on what those programs do differently.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { planRun } from '../../planning/plan-run.ts'
import type { FileOutput } from '../../presentation/output-files.ts'
import { newRecordId } from '../validation/record-id.ts'
import { openMessagingFiles } from './openmessaging-files.ts'
import { perfTestScript } from './perf-test-script.ts'
import { trogdorFiles } from './trogdor-files.ts'

/** The programs for which a plan can be written. */
export const planReaders = ['headroom', 'kafka-perf-test', 'openmessaging', 'trogdor'] as const
export type PlanReader = (typeof planReaders)[number]

/**
 * Writes the plan of a scenario for one of these programs.
 * @param durationMs duration of the load; default: the scenario's
 * @throws AppError PLAN_IMPOSSIBLE with every problem
 */
export function planScenario(scenario: Scenario, reader: PlanReader, durationMs?: number): FileOutput {
  const duration = durationMs === undefined ? {} : { durationMs }
  const isForOwnRun = reader === 'headroom'
  const { plan, notes } = planRun(scenario, { runId: newRecordId(new Date()), brokers: null, isForOwnRun, ...duration })
  const output = outputOf(plan, reader, scenario.name)
  return { files: output.files, notes: [...notes, ...output.notes] }
}

function outputOf(plan: RunPlan, reader: PlanReader, name: string): FileOutput {
  if (reader === 'kafka-perf-test') return perfTestScript(plan, name)
  if (reader === 'openmessaging') return openMessagingFiles(plan, name)
  if (reader === 'trogdor') return trogdorFiles(plan)
  return { files: [{ name: 'plan.json', text: `${JSON.stringify(plan, null, 2)}\n` }], notes: [] }
}
