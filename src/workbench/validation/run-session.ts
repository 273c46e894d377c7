/**
 * One run on a fleet: samples stored as they come, told to whoever listens, and an end in any case.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, type AppErrorData } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { ToolOutput } from '../../contracts/runner-protocol.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { Target } from '../../contracts/target.ts'
import { condenseSamples } from '../../measurement/condense-samples.ts'
import { liveDiagnosis } from '../../measurement/live-diagnosis.ts'
import { toLivePoint } from '../../measurement/live-point.ts'
import type { Emit } from '../events.ts'
import type { Fleet, FleetEnd, FleetListener, FleetRun } from '../fleets/fleet.ts'
import { leftAfterLoss } from '../fleets/perhaps-left.ts'
import type { Store } from '../store/store.ts'
import { withOutputs } from './outputs-end.ts'
import { loadProgress, stepProgress } from './progress.ts'
import { statusOf, withCondensed } from './run-end.ts'

/** From ready to the first second of load: workers get the time before it comes. */
const startLeadMs = 1_000
/** Often enough to see it form, seldom enough to read it. */
const diagnosisEverySeconds = 4
/** More than a live diagnosis looks at. */
const recentSeconds = 60

/** What a session works with. */
export interface SessionContext {
  readonly store: Store
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly emit: Emit
  /** Removes what a runner left that could not clean up by itself; true where that worked. */
  sweep(): Promise<boolean>
  readonly signal: AbortSignal
  logError(message: string, error: unknown): void
}

/** How a session ended: the record as stored, and what went wrong. */
export interface SessionEnd {
  readonly record: MeasuredRecord
  readonly error: AppErrorData | null
}

/** Runs the record's plan on the target. Never rejects. */
export async function runSession(
  first: MeasuredRecord,
  order: { readonly target: Target; readonly secrets: Secrets },
  context: SessionContext,
): Promise<SessionEnd> {
  const session = new Session(first, context)
  const run = context.fleet.prepare({ plan: first.plan, ...order }, session.listener())
  session.attach(run)
  const abort = () => run.stop('abort')
  context.signal.addEventListener('abort', abort, { once: true })
  if (context.signal.aborted) abort()
  if ((await run.ready) && !context.signal.aborted) session.start(run)
  const end = await run.ended
  context.signal.removeEventListener('abort', abort)
  return session.finish(end)
}

/** The record with what was measured. */
interface Conclusion {
  readonly record: MeasuredRecord
  /** Of the arithmetic. */
  readonly fault: AppError | null
  /** Why tools measured nothing; null where something was measured. */
  readonly nothing: AppError | null
}

class Session {
  private record: MeasuredRecord
  private readonly context: SessionContext
  /** The last seconds, for the diagnosis so far. */
  private recent: readonly Sample[] = []
  /** What the workspace could not take; everything else is read from it for the result, so that it need not stay here. */
  private readonly unsaved: Sample[] = []
  /** What the clients printed, where they are tools. */
  private readonly outputs: ToolOutput[] = []
  private sampleCount = 0
  private run: FleetRun | null = null
  /** The first failure of the workspace: the run is stopped, what is in memory is kept. */
  private storeFailure: AppError | null = null

  constructor(record: MeasuredRecord, context: SessionContext) {
    this.record = record
    this.context = context
  }

  attach(run: FleetRun): void {
    this.run = run
  }

  listener(): FleetListener {
    const { emit } = this.context
    const runId = this.record.id
    return {
      onEnvironment: (environment) => this.change({ environment }),
      onProgress: (progress) => emit('validation.progress', stepProgress(runId, progress)),
      onPreflight: (preflight) => {
        this.change({ preflight })
        emit('validation.preflight', { runId, preflight })
      },
      onSample: (sample) => this.take(sample),
      onNotice: (message) => emit('validation.notice', { runId, message }),
      onAgents: (agents) => this.change({ agents: [...agents] }),
      onToolOutput: (output) => this.outputs.push(output),
    }
  }

  start(run: FleetRun): void {
    const startedAtEpochMs = Date.now() + startLeadMs
    run.start(startedAtEpochMs)
    this.change({ status: 'running', startedAtEpochMs })
  }

  async finish(end: FleetEnd): Promise<SessionEnd> {
    const cleanUp = end.cleanUp ?? (await this.cleanUpAfterLoss())
    const status = statusOf(end, this.sampleCount)
    const failure = this.storeFailure
    const ended: MeasuredRecord = {
      ...this.record,
      status: failure !== null && status === 'complete' ? 'partial' : status,
      endReason: failure === null ? end.reason : 'controller-lost',
      endDetail: failure?.message ?? end.detail ?? end.error?.message ?? null,
      endedAtEpochMs: Date.now(),
      cleanUp,
    }
    const { record, fault, nothing } = await this.concluded(ended, end)
    // Tried even after a failure: a run that ended should not stand there as running.
    const lastFailure = attempt(() => this.context.store.updateRun(record))
    if (fault !== null) this.context.logError(`The result of run ${record.id} could not be computed.`, fault)
    const error = failure ?? lastFailure ?? fault ?? nothing ?? abortError(record)
    return { record, error: error?.toData() ?? end.error ?? unexplained(record) }
  }

  /** What was measured, as it was observed. */
  private async concluded(ended: MeasuredRecord, end: FleetEnd): Promise<Conclusion> {
    if (ended.observations.kind === 'samples') return computed(ended, this.seconds())
    try {
      const { record, error } = withOutputs(ended, this.outputs, end)
      return { record, fault: null, nothing: error }
    } catch (error) {
      return { record: { ...ended, status: 'failed' }, fault: AppError.from(error), nothing: null }
    }
  }

  /** All that was measured, one second after another. */
  private *seconds(): Generator<Sample> {
    yield* this.context.store.eachSample(this.record.id)
    yield* this.unsaved
  }

  private take(sample: Sample): void {
    const { id, plan, observations } = this.record
    // Of tools' clients a sample holds nothing but how busy the machine is.
    if (observations.kind === 'samples') this.keepSample(sample)
    const progress = loadProgress(id, plan, sample)
    if (progress !== null) this.context.emit('validation.progress', progress)
  }

  private keepSample(sample: Sample): void {
    this.sampleCount += 1
    this.recent = [...this.recent, sample].slice(-recentSeconds)
    this.keep(() => this.context.store.addSample(this.record.id, sample))
    if (this.storeFailure !== null) this.unsaved.push(sample)
    this.context.emit('validation.point', toLivePoint(this.record.id, this.record.plan, sample))
    if (sample.second % diagnosisEverySeconds === 0) this.tellDiagnosis()
  }

  /** A fault in the arithmetic must not cost the run: its result has a diagnosis of its own. */
  private tellDiagnosis(): void {
    try {
      const diagnosis = liveDiagnosis(this.record.plan, this.recent)
      if (diagnosis !== null) this.context.emit('validation.diagnosis', { runId: this.record.id, diagnosis })
    } catch (error) {
      this.context.logError(`The diagnosis of run ${this.record.id} so far could not be made.`, error)
    }
  }

  private change(change: Partial<MeasuredRecord>): void {
    this.record = { ...this.record, ...change }
    this.keep(() => this.context.store.updateRun(this.record))
  }

  /** A workspace that cannot be written stops the load: samples that nobody keeps are of no use. */
  private keep(write: () => void): void {
    if (this.storeFailure !== null) return
    this.storeFailure = attempt(write)
    if (this.storeFailure !== null) this.run?.stop('abort')
  }

  /** The runner is gone and told nothing: let a fresh one sweep, and name what may be left. */
  private async cleanUpAfterLoss(): Promise<MeasuredRecord['cleanUp']> {
    const leftovers = await leftAfterLoss(this.record, () => this.context.sweep())
    return { deletedTopics: [], deletedGroups: [], leftovers }
  }
}

function abortError(record: MeasuredRecord): AppError | null {
  if (record.endReason !== 'user-abort') return null
  const kept = record.status === 'failed' ? 'Nothing had been measured.' : 'What was measured until then is kept.'
  return new AppError('ABORTED', `The run was stopped. ${kept}`)
}

/** A fleet that ended a run early and gave no error: its end is the error. */
function unexplained(record: MeasuredRecord): AppErrorData | null {
  if (record.status === 'complete') return null
  const message = record.endDetail ?? `The run ended before its plan (${record.endReason ?? 'no reason was given'}).`
  const remedy = record.status === 'partial' ? 'What was measured until then is kept.' : null
  return new AppError('RUN_FAILED', message, { remedy }).toData()
}

function attempt(work: () => void): AppError | null {
  try {
    work()
    return null
  } catch (error) {
    return AppError.from(error)
  }
}

/** After so many seconds of a run that has ended others have their turn: those of a day take minutes. */
const secondsOfTurn = 60

/** A fault in the arithmetic must not cost the samples: they are stored, and the result can be computed again. */
async function computed(record: MeasuredRecord, samples: Iterable<Sample>): Promise<Conclusion> {
  try {
    const condensed: Sample[] = []
    for (const sample of condenseSamples(record.plan, samples)) {
      condensed.push(sample)
      if (condensed.length % secondsOfTurn === 0) await nextTurn()
    }
    return { record: withCondensed(record, condensed), fault: null, nothing: null }
  } catch (error) {
    return { record, fault: AppError.from(error), nothing: null }
  }
}
