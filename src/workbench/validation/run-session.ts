/**
 * One run on a fleet: stores samples as they arrive, emits events, and ends in any case.
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

/** Time between ready and the first second of load, so that workers receive the start time before it comes. */
const startLeadMs = 1_000
/** Interval of live diagnoses, in seconds: long enough to read each of them. */
const diagnosisEverySeconds = 4
/** Seconds that are kept for the live diagnosis, which uses fewer. */
const recentSeconds = 60

/** What a session depends on. */
export interface SessionContext {
  readonly store: Store
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly emit: Emit
  /** Removes what a lost runner left behind; true if that worked. */
  sweep(): Promise<boolean>
  readonly signal: AbortSignal
  logError(message: string, error: unknown): void
}

/** How a session ended: the stored record, and the error if there was one. */
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

/** The record with its result. */
interface Conclusion {
  readonly record: MeasuredRecord
  /** An error while the result was computed; else null. */
  readonly fault: AppError | null
  /** Why tools measured nothing; null if they measured something. */
  readonly nothing: AppError | null
}

class Session {
  private record: MeasuredRecord
  private readonly context: SessionContext
  /** The last seconds, for the live diagnosis. */
  private recent: readonly Sample[] = []
  /**
   * Samples that could not be stored. All others are read from the store for the result, so they need not stay in
   * memory.
   */
  private readonly unsaved: Sample[] = []
  /** What the clients printed, if they are tools. */
  private readonly outputs: ToolOutput[] = []
  private sampleCount = 0
  private run: FleetRun | null = null
  /** The first error of the store. It stops the run; what is in memory is used for the result. */
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
    // Tried also after an error, so that an ended run does not stay marked as running.
    const lastFailure = attempt(() => this.context.store.updateRun(record))
    if (fault !== null) this.context.logError(`The result of run ${record.id} could not be computed.`, fault)
    const error = failure ?? lastFailure ?? fault ?? nothing ?? abortError(record)
    return { record, error: error?.toData() ?? end.error ?? unexplained(record) }
  }

  /** Computes the result from samples or from outputs. */
  private async concluded(ended: MeasuredRecord, end: FleetEnd): Promise<Conclusion> {
    if (ended.observations.kind === 'samples') return computed(ended, this.seconds())
    try {
      const { record, error } = withOutputs(ended, this.outputs, end)
      return { record, fault: null, nothing: error }
    } catch (error) {
      return { record: { ...ended, status: 'failed' }, fault: AppError.from(error), nothing: null }
    }
  }

  /** All samples in order. */
  private *seconds(): Generator<Sample> {
    yield* this.context.store.eachSample(this.record.id)
    yield* this.unsaved
  }

  private take(sample: Sample): void {
    const { id, plan, observations } = this.record
    // If the clients are tools, samples contain only the load of the machine.
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

  /** Emits a live diagnosis. An error in it must not end the run, whose result gets its own diagnosis. */
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

  /** Writes to the store. If that fails, the load is stopped, because samples could not be stored. */
  private keep(write: () => void): void {
    if (this.storeFailure !== null) return
    this.storeFailure = attempt(write)
    if (this.storeFailure !== null) this.run?.stop('abort')
  }

  /** After the loss of the runner: a fresh one cleans up, and what may be left is listed. */
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

/** The error of a run that ended early without one. */
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

/** Samples that are processed before other work gets a turn, because the samples of a day take minutes. */
const secondsOfTurn = 60

/** Computes the result. An error does not lose the samples: they are stored, and the result can be computed again. */
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
