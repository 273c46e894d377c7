/**
 * The result of a run on a Trogdor fleet: the sums of the totals that its clients reported. Trogdor reports no rate
 * over time, so there are no quota windows and no intervals.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ToolOutput } from '../contracts/runner-protocol.ts'
import { parseOutput } from './imports/parse-outputs.ts'
import { sumParts } from './imports/sum-parts.ts'
import type { PerfTestRun } from './perf-test-run.ts'

/**
 * The figures of a plan's tasks, from the task states that the coordinator reported. If a producer reported nothing, no
 * figure is given.
 */
export function measureTrogdor(plan: RunPlan, outputs: readonly ToolOutput[]): PerfTestRun {
  const read = outputs.map((output) => {
    const text = output.lines.map((line) => line.text).join('\n')
    return { output, ...parseOutput({ name: output.name, text }, []) }
  })
  const parts = read.flatMap((parsed) => parsed.parts)
  const silentNotes = read.flatMap(({ output, parts: found }) => (found.length === 0 ? [silentNote(output)] : []))
  const planned = plan.producers.length
  const reported = parts.filter(({ role }) => role === 'producer').length
  const figures = sumParts(reported === planned ? parts : [])
  return { parts, figures, intervals: null, windows: 0, notes: silentNotes }
}

function silentNote({ name, role, end }: ToolOutput): string {
  const reason = end === null ? 'its coordinator does not know it' : `it ${end}`
  const consequence =
    role === 'producer' ? 'sums without it would be wrong, so none is given' : 'what it read is not known'
  return `The task ${name} reported no figures (${reason}); ${consequence}.`
}
