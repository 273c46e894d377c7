/**
 * Carries out one run on a fleet: stores samples as they arrive, emits events, and ends the record in any case.
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
import { RunningVerdict } from './running-verdict.ts'

/** Time between `ready` and the start of the load, so that workers get the start time early enough. */
const startLeadMs = 1_000
/** Interval of live diagnoses, long enough that users can read each of them. */
const diagnosisIntervalSeconds = 4
/** Number of samples (one per second) that are kept for the live diagnosis. The diagnosis uses fewer. */
const maxRecentSamples = 60

/** Services that a session uses, and the signal that stops it. */
export interface SessionContext {
  readonly store: Store
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly emit: Emit
  /** Lets a new runner clean up what a lost runner left. Resolves to true if that worked. */
  sweep(): Promise<boolean>
  readonly signal: AbortSignal
  logError(message: string, error: unknown): void
}

/** The final record of a run, and the error if the run did not complete or could not be stored. */
export interface SessionEnd {
  readonly record: MeasuredRecord
  readonly error: AppErrorData | null
}

/** Runs the record's plan on the target. Never rejects. */
export async function runSession(
  initial: MeasuredRecord,
  access: { readonly target: Target; readonly secrets: Secrets },
  context: SessionContext,
): Promise<SessionEnd> {
  const session = new Session(initial, context)
  const run = context.fleet.prepare({ plan: initial.plan, ...access }, session.listener())
  session.attach(run)
  const abort = () => run.stop('abort')
  context.signal.addEventListener('abort', abort, { once: true })
  if (context.signal.aborted) abort()
  if ((await run.ready) && !context.signal.aborted) session.start(run)
  const end = await run.ended
  context.signal.removeEventListener('abort', abort)
  return session.finish(end)
}

/** The record of an ended run, with its result unless there is an error. */
interface Conclusion {
  readonly record: MeasuredRecord
  /** The error with which the computation of the result failed; null if it did not fail. */
  readonly fault: AppError | null
  /** The reason why tools measured nothing; null if they measured something. */
  readonly nothingMeasured: AppError | null
}

class Session {
  private record: MeasuredRecord
  private readonly context: SessionContext
  /** The latest samples, for the live diagnosis. */
  private recent: readonly Sample[] = []
  /**
   * Samples that could not be stored. The result is computed from the store and from these, so other samples are not
   * kept in memory.
   */
  private readonly unsaved: Sample[] = []
  /** Outputs of the clients if they are tools. */
  private readonly outputs: ToolOutput[] = []
  private sampleCount = 0
  private readonly verdict = new RunningVerdict()
  private run: FleetRun | null = null
  /** The first error of the store, which stops the run. Later samples are kept in memory for the result. */
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
      onEnvironment: (environment) => this.updateRecord({ environment }),
      onProgress: (progress) => emit('validation.progress', stepProgress(runId, progress)),
      onPreflight: (preflight) => {
        this.updateRecord({ preflight })
        emit('validation.preflight', { runId, preflight })
      },
      onSample: (sample) => this.receiveSample(sample),
      onNotice: (message) => emit('validation.notice', { runId, message }),
      onAgents: (agents) => this.updateRecord({ agents: [...agents] }),
      onToolOutput: (output) => this.outputs.push(output),
    }
  }

  start(run: FleetRun): void {
    const startedAtEpochMs = Date.now() + startLeadMs
    run.start(startedAtEpochMs)
    this.updateRecord({ status: 'running', startedAtEpochMs })
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
    const { record, fault, nothingMeasured } = await this.conclude(ended, end)
    // The store may work again. Without this update an ended run would stay marked as running.
    const updateFailure = attempt(() => this.context.store.updateRun(record))
    if (fault !== null) this.context.logError(`The result of run ${record.id} could not be computed.`, fault)
    const error = failure ?? updateFailure ?? fault ?? nothingMeasured ?? abortError(record)
    return { record, error: error?.toData() ?? end.error ?? earlyEndError(record) }
  }

  /** Computes the result from the samples or from the tools' outputs. */
  private async conclude(ended: MeasuredRecord, end: FleetEnd): Promise<Conclusion> {
    if (ended.observations.kind === 'samples') return concludeFromSamples(ended, this.samples())
    try {
      const { record, error } = withOutputs(ended, this.outputs, end)
      return { record, fault: null, nothingMeasured: error }
    } catch (error) {
      return { record: { ...ended, status: 'failed' }, fault: AppError.from(error), nothingMeasured: null }
    }
  }

  /** Iterates over all samples in order. */
  private *samples(): Generator<Sample> {
    yield* this.context.store.eachSample(this.record.id)
    yield* this.unsaved
  }

  private receiveSample(sample: Sample): void {
    const { id, plan, observations } = this.record
    // If the clients are tools, samples contain only the use of the machine and are not kept.
    if (observations.kind === 'samples') this.keepSample(sample)
    const progress = loadProgress(id, plan, sample)
    if (progress !== null) this.context.emit('validation.progress', progress)
  }

  private keepSample(sample: Sample): void {
    this.sampleCount += 1
    this.recent = [...this.recent, sample].slice(-maxRecentSamples)
    this.verdict.add(this.record.plan, sample)
    this.writeToStore(() => this.context.store.addSample(this.record.id, sample))
    if (this.storeFailure !== null) this.unsaved.push(sample)
    this.context.emit('validation.point', toLivePoint(this.record.id, this.record.plan, sample))
    if (sample.second % diagnosisIntervalSeconds === 0) this.emitDiagnosis()
  }

  /** Emits a live diagnosis. Its errors are only logged, because the result of the run gets its own diagnosis. */
  private emitDiagnosis(): void {
    try {
      const diagnosis = liveDiagnosis(this.record.plan, this.recent)
      if (diagnosis === null) return
      this.context.emit('validation.diagnosis', {
        ...{ runId: this.record.id, diagnosis },
        verdictSoFar: this.verdict.judge(this.record),
      })
    } catch (error) {
      this.context.logError(`The diagnosis of run ${this.record.id} so far could not be made.`, error)
    }
  }

  private updateRecord(changes: Partial<MeasuredRecord>): void {
    this.record = { ...this.record, ...changes }
    this.writeToStore(() => this.context.store.updateRun(this.record))
  }

  /** Writes to the store unless it has failed before. A failure stops the load, because samples cannot be stored. */
  private writeToStore(write: () => void): void {
    if (this.storeFailure !== null) return
    this.storeFailure = attempt(write)
    if (this.storeFailure !== null) this.run?.stop('abort')
  }

  /** Lets a new runner clean up after the loss of the runner, and lists what may be left. */
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

/** Builds the error of a run that ended early without an error; null for a complete run. */
function earlyEndError(record: MeasuredRecord): AppErrorData | null {
  if (record.status === 'complete') return null
  const message = record.endDetail ?? `The run ended before its plan (${record.endReason ?? 'no reason was given'}).`
  const remedy = record.status === 'partial' ? 'What was measured until then is kept.' : null
  return new AppError('RUN_FAILED', message, { remedy }).toData()
}

/** Runs `work` and returns its error; null if it did not fail. */
function attempt(work: () => void): AppError | null {
  try {
    work()
    return null
  } catch (error) {
    return AppError.from(error)
  }
}

/** Number of samples after which other work gets a turn, because the samples of a day take minutes. */
const samplesPerTurn = 60

/**
 * Computes the result from samples. If that fails, no sample is lost: the result can be computed again from the store.
 */
async function concludeFromSamples(record: MeasuredRecord, samples: Iterable<Sample>): Promise<Conclusion> {
  try {
    const condensed: Sample[] = []
    for (const sample of condenseSamples(record.plan, samples)) {
      condensed.push(sample)
      if (condensed.length % samplesPerTurn === 0) await nextTurn()
    }
    return { record: withCondensed(record, condensed), fault: null, nothingMeasured: null }
  } catch (error) {
    return { record, fault: AppError.from(error), nothingMeasured: null }
  }
}
