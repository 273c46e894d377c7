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
export const planTools = ['headroom', 'kafka-perf-test', 'openmessaging', 'trogdor'] as const
export type PlanTool = (typeof planTools)[number]

const noOtherConnections =
  'These files open the connections of their clients only, not the others that the workload has or opens.'

/**
 * Writes the plan of a scenario for one of these programs.
 * @param durationMs duration of the load; default: the scenario's
 * @throws AppError PLAN_IMPOSSIBLE with every problem
 */
export function planScenario(scenario: Scenario, tool: PlanTool, durationMs?: number): FileOutput {
  const duration = durationMs === undefined ? {} : { durationMs }
  const isForOwnRun = tool === 'headroom'
  const { plan, notes } = planRun(scenario, { runId: newRecordId(new Date()), brokers: null, isForOwnRun, ...duration })
  const output = outputOf(plan, tool, scenario.name)
  const omitted = isForOwnRun || plan.connections === undefined ? [] : [noOtherConnections]
  return { files: output.files, notes: [...notes, ...output.notes, ...omitted] }
}

function outputOf(plan: RunPlan, tool: PlanTool, name: string): FileOutput {
  if (tool === 'kafka-perf-test') return perfTestScript(plan, name)
  if (tool === 'openmessaging') return openMessagingFiles(plan, name)
  if (tool === 'trogdor') return trogdorFiles(plan)
  return { files: [{ name: 'plan.json', text: `${JSON.stringify(plan, null, 2)}\n` }], notes: [] }
}
