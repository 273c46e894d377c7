/**
 * A validation whose clients are Kafka's own tools, or a Trogdor fleet: what they printed becomes an imported run, laid
 * on the prediction.
 *
 * It is kept when the run has ended: what the tools had printed when this program was killed before is lost.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import { type ImportedRun, importedRun } from '../../contracts/imported-run.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import type { Driver } from '../../contracts/run-plan.ts'
import type { ToolOutput } from '../../contracts/runner-protocol.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import { overlayImport } from '../../evidence/overlay-import.ts'
import { perfTestLimits } from '../../measurement/perf-test-arguments.ts'
import { measurePerfTest, type PerfTestRun } from '../../measurement/perf-test-run.ts'
import { measureTrogdor } from '../../measurement/trogdor-run.ts'
import { trogdorLimits } from '../../measurement/trogdor-tasks.ts'
import type { Emit } from '../events.ts'
import type { Fleet, FleetEnd } from '../fleets/fleet.ts'
import { leftAfterLoss } from '../fleets/perhaps-left.ts'
import type { Store } from '../store/store.ts'
import type { ValidationDraft } from './draft-validation.ts'
import { loadProgress, stepProgress } from './progress.ts'

/** From ready to the first second of load, as in other runs. */
const startLeadMs = 1_000

/** What such a run works with. */
export interface PerfTestContext {
  readonly runId: string
  readonly store: Store
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly emit: Emit
  /** Removes what a runner left that could not clean up by itself; true where that worked. */
  sweep(): Promise<boolean>
  readonly signal: AbortSignal
}

/** What Java clients of other programs cannot do. @throws AppError INPUT_INVALID */
export function checkDriver(request: ValidationRequest & { readonly driver: Driver }): void {
  const { driver, target, scenario, agents, usesExistingTopics, trogdor } = request
  const refuse = (message: string, remedy: string) =>
    new AppError('INPUT_INVALID', `The driver ${driver} ${message}`, { remedy })
  if ((driver === 'trogdor') !== (trogdor !== undefined)) {
    throw new AppError('INPUT_INVALID', 'The driver trogdor and the fleet that carries it out come together.', {
      remedy: 'Give both --driver trogdor and --trogdor FILE, or none.',
    })
  }
  if (usesExistingTopics !== undefined) {
    throw refuse(
      'reads a topic from its first record, so it cannot use topics that are there.',
      'Leave --existing-topics or the driver out.',
    )
  }
  if (agents !== undefined) throw refuse('does not run on agents.', 'Leave the driver or the agents out.')
  if (target.kind === 'embedded:simulated') {
    throw refuse('needs brokers of Apache Kafka.', 'Validate against embedded:kafka or a cluster of yours.')
  }
  if (scenario.workload.clientFamily === 'java') return
  throw refuse(
    'is for workloads whose clients are Java.',
    `This workload's are ${scenario.workload.clientFamily}: leave the driver out, or set workload.clientFamily to java.`,
  )
}

/**
 * Runs the draft's plan with Kafka's own tools and keeps what they measured.
 * @throws AppError ABORTED, or what kept the tools from measuring anything
 */
export async function runPerfTest(
  draft: ValidationDraft,
  secrets: Secrets,
  context: PerfTestContext,
): Promise<ImportedRun> {
  const createdAtEpochMs = Date.now()
  const outputs: ToolOutput[] = []
  const end = await runTools(draft, secrets, { ...context, onToolOutput: (output) => outputs.push(output) })
  const measure = draft.plan.driver === 'trogdor' ? measureTrogdor : measurePerfTest
  const measured = measure(draft.plan, outputs)
  const leftovers = end.cleanUp?.leftovers ?? (await leftAfterLoss(draft, () => context.sweep()))
  if (measured.parts.length === 0) throw nothingMeasured(end, measured, leftovers)
  const run = importedRunOf(draft, { end, outputs, measured, leftovers, runId: context.runId, createdAtEpochMs })
  const checked = parseOrThrow(importedRun, run, 'INPUT_INVALID', 'What the tools printed', 'Report it.')
  context.store.insertRun(checked)
  return checked
}

async function runTools(
  { plan, target }: ValidationDraft,
  secrets: Secrets,
  context: PerfTestContext & { onToolOutput(output: ToolOutput): void },
): Promise<FleetEnd> {
  const { runId, emit, signal, onToolOutput } = context
  const run = context.fleet.prepare(
    { plan, target, secrets },
    {
      onEnvironment: () => undefined,
      onPreflight: (preflight) => emit('validation.preflight', { runId, preflight }),
      onProgress: (progress) => emit('validation.progress', stepProgress(runId, progress)),
      onSample: (sample) => {
        const progress = loadProgress(runId, plan, sample)
        if (progress !== null) emit('validation.progress', progress)
      },
      onNotice: (message) => emit('validation.notice', { runId, message }),
      onToolOutput,
    },
  )
  const abort = () => run.stop('abort')
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  if ((await run.ready) && !signal.aborted) run.start(Date.now() + startLeadMs)
  const end = await run.ended
  signal.removeEventListener('abort', abort)
  return end
}

function nothingMeasured(end: FleetEnd, { notes }: PerfTestRun, leftovers: readonly string[]): AppError {
  const left = leftovers.map((message) => ({ place: 'cluster', message }))
  if (end.error !== null) {
    const { problems = [] } = end.error
    return AppError.fromData({ ...end.error, problems: [...problems, ...left] })
  }
  const stopped = 'The run was stopped. Nothing had been measured.'
  if (end.reason === 'user-abort') return new AppError('ABORTED', stopped, { problems: left })
  const problems = [...notes.map((message) => ({ place: 'clients', message })), ...left]
  return new AppError('RUN_FAILED', 'The clients measured nothing.', { problems, remedy: null })
}

interface EndedTools {
  readonly end: FleetEnd
  readonly outputs: readonly ToolOutput[]
  readonly measured: PerfTestRun
  readonly leftovers: readonly string[]
  readonly runId: string
  readonly createdAtEpochMs: number
}

function importedRunOf(draft: ValidationDraft, ended: EndedTools): ImportedRun {
  const { end, outputs, measured } = ended
  const { plan, description, scenario, offering, prediction } = draft
  const { figures, intervals, windows } = measured
  // A producer under a quota never ends its records: its progress tells the rate all the same.
  const isPartial = end.reason !== 'plan-complete'
  const driven = { plan, target: description, toolVersion: outputs[0]?.version ?? 'unknown', windows }
  return {
    kind: 'headroom.run',
    schemaVersion: 1,
    origin: 'imported',
    id: ended.runId,
    createdAtEpochMs: ended.createdAtEpochMs,
    status: isPartial ? 'partial' : 'complete',
    name: scenario.name,
    label: `measured by ${plan.driver ?? 'kafka-perf-test'} on ${description.label}`,
    files: outputs.map(outputFile),
    repeats: [{ parts: [...measured.parts], figures }],
    figures,
    intervals,
    driven,
    notes: notesOf(draft, ended),
    scenario,
    offering,
    prediction,
    overlay: overlayImport({ prediction, figures, intervals, isPartial, driven }),
  }
}

/** The output as it was printed, by its checksum. */
function outputFile({ name, lines }: ToolOutput): ImportedRun['files'][number] {
  const bytes = Buffer.from(lines.map(({ text }) => `${text}\n`).join(''))
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const perfTestNote =
  'Kafka’s own tools do not measure these: bytes on the wire, response time, schedule delay, end-to-end latency, lost and duplicate records, throttle, requests. They are not told, and what held the rate is not diagnosed.'

function notesOf({ plan, target, notes }: ValidationDraft, { end, measured, leftovers }: EndedTools): string[] {
  return [
    ...(plan.driver === 'trogdor' ? trogdorLimits(plan) : [perfTestNote, ...perfTestLimits(plan)]),
    ...(target.kind === 'connection' ? [] : ['The capacity was declared by quotas: it is no vendor’s cluster.']),
    ...notes,
    ...measured.notes,
    ...(measured.windows === 0
      ? ['No whole quota window after the burn-in was covered: the figures are the tools’ own, their start included.']
      : []),
    ...(end.detail === null ? [] : [end.detail]),
    ...leftovers,
  ]
}
