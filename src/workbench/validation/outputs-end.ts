/**
 * Ends a run whose clients were Kafka's own tools or a Trogdor fleet: compares their outputs with the prediction.
 *
 * The output of a tool arrives after the tool has ended. It is lost if this program is killed before that.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../contracts/app-error.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { ToolOutput } from '../../contracts/runner-protocol.ts'
import { type Outputs, outputs } from '../../contracts/samples-or-outputs.ts'
import { overlayRun } from '../../evidence/overlay-run.ts'
import { perfTestLimits } from '../../measurement/perf-test-arguments.ts'
import { measurePerfTest, type PerfTestRun } from '../../measurement/perf-test-run.ts'
import { measureTrogdor } from '../../measurement/trogdor-run.ts'
import { trogdorLimits } from '../../measurement/trogdor-tasks.ts'
import type { FleetEnd } from '../fleets/fleet.ts'

const perfTestNote =
  'Kafka’s own tools do not measure wire bytes, response time, schedule delay, end-to-end latency, lost and duplicate records, throttle or requests. These figures and a diagnosis of the limiter are missing.'

/** Returns sentences that are needed to interpret the figures of a driver's tools. */
export function notesOfDriver(plan: RunPlan): string[] {
  return plan.driver === 'trogdor' ? trogdorLimits(plan) : [perfTestNote, ...perfTestLimits(plan)]
}

/** The record of an ended run of tools, and the error if the tools measured nothing. */
export interface OutputsEnd {
  readonly record: MeasuredRecord
  readonly error: AppError | null
}

/**
 * Adds the tools' outputs and their comparison with the prediction to the record of an ended run.
 * @throws AppError INPUT_INVALID if a figure is outside the bounds of the schema
 */
export function withOutputs(ended: MeasuredRecord, printed: readonly ToolOutput[], end: FleetEnd): OutputsEnd {
  const { plan, cleanUp } = ended
  const measured = plan.driver === 'trogdor' ? measureTrogdor(plan, printed) : measurePerfTest(plan, printed)
  const leftovers = cleanUp?.leftovers ?? []
  if (measured.parts.length === 0) {
    const error = nothingMeasured(end, measured, leftovers)
    return { record: { ...ended, status: 'failed', endDetail: error.message }, error }
  }
  const observations = parseOrThrow(outputs, outputsOf(printed, measured), {
    code: 'INPUT_INVALID',
    what: 'The output of the tools',
    remedy: 'Report it.',
  })
  // A producer under a quota may be ended before it has sent all its records. Its progress lines still give the rate.
  const status = end.reason === 'plan-complete' ? 'complete' : 'partial'
  const notes = [...ended.notes, ...notesOnEnd(measured, end), ...leftovers]
  const record: MeasuredRecord = { ...ended, status, observations, notes }
  return { record: { ...record, overlay: overlayRun(record) }, error: null }
}

function outputsOf(printed: readonly ToolOutput[], { parts, figures, intervals, windows }: PerfTestRun): Outputs {
  return {
    kind: 'outputs',
    files: printed.map(outputFile),
    repeats: [{ parts: [...parts], figures }],
    ...{ figures, intervals, windows, toolVersion: printed[0]?.version ?? null },
  }
}

/** Returns name, size and checksum of an output. */
function outputFile({ name, lines }: ToolOutput): Outputs['files'][number] {
  const bytes = Buffer.from(lines.map(({ text }) => `${text}\n`).join(''))
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function notesOnEnd({ notes, windows }: PerfTestRun, { detail }: FleetEnd): string[] {
  return [
    ...notes,
    ...(windows === 0
      ? [
          'No whole quota window after the burn-in was covered. The figures are the tools’ own totals, which include their start.',
        ]
      : []),
    ...(detail === null ? [] : [detail]),
  ]
}

function nothingMeasured(end: FleetEnd, { notes }: PerfTestRun, leftovers: readonly string[]): AppError {
  const leftoverProblems = leftovers.map((message) => ({ place: 'cluster', message }))
  if (end.error !== null) {
    const { problems = [] } = end.error
    return AppError.fromData({ ...end.error, problems: [...problems, ...leftoverProblems] })
  }
  const stopped = 'The run was stopped before anything was measured.'
  if (end.reason === 'user-abort') return new AppError('ABORTED', stopped, { problems: leftoverProblems })
  const problems = [...notes.map((message) => ({ place: 'clients', message })), ...leftoverProblems]
  return new AppError('RUN_FAILED', 'The clients measured nothing.', { problems, remedy: null })
}
