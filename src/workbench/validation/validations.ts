/**
 * Runs validations, which test a prediction on a target. One validation runs at a time.
 */
import { AppError, type AppErrorData } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { SetupStatus } from '../../contracts/setup-status.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import type { FleetSession } from '../fleets/fleet.ts'
import { createJobSlot } from '../job-slot.ts'
import { secretNamesOf } from '../secrets/connection-files.ts'
import { checkRequest, knownScale } from './check-request.ts'
import { chooseTarget } from './choose-target.ts'
import { draftValidation, previewOf } from './draft-validation.ts'
import { findScale } from './find-scale.ts'
import { firstRecord } from './first-record.ts'
import { newRecordId } from './record-id.ts'
import { runSession } from './run-session.ts'
import { chooseTargetOf, draftInputOf, type Job, type ValidationServices, waitForSetup } from './validation-job.ts'

/** The validations of a workspace. Only one run can be active at a time. */
export interface Validations {
  /** Previews a validation. If its scale needs a trial, the preview is at full size. Writes nothing. */
  preview(request: ValidationRequest): Promise<ValidationPreview>
  /**
   * Checks a request, starts its run, and resolves without waiting for the run. `validation.ended` reports the outcome.
   * @throws AppError RUN_ACTIVE, INPUT_INVALID or OFFERING_INVALID
   */
  start(request: ValidationRequest, session?: FleetSession): Promise<{ runId: string }>
  /** Opens a session in which consecutive runs share an embedded cluster. The caller closes it. */
  openSession(): FleetSession
  /**
   * Returns the scale for all runs of a request: 1 for a user's cluster, otherwise the scale of the request or of the
   * scenario. If neither has one, it is 1 for a run without limits, and a trial finds it for all other runs.
   * @throws AppError RUN_ACTIVE, ABORTED, or the error that ended the trial early
   */
  findScale(request: ValidationRequest, signal: AbortSignal): Promise<number>
  /** Stops the run. What was measured is kept. @throws AppError RUN_NOT_FOUND if it is not active here */
  abort(runId: string): Promise<void>
  /** Stops the active run, if there is one, and resolves after it has ended. */
  close(): Promise<void>
}

/** Creates access to the validations of the workspace. */
export function createValidations(services: ValidationServices): Validations {
  const slot = createJobSlot(runActive)
  /** Reserves the workbench for a run. Callers do not await anything before this, so that no second run can start. */
  const reserve = () => {
    const runId = newRecordId(new Date())
    const { signal, end } = slot.occupy(runId)
    const release = () => {
      end()
      services.onActivity(false)
    }
    return { runId, signal, release }
  }
  return {
    preview: (request) => previewValidation(request, services),
    openSession: () => services.fleet.openSession(),
    async start(request, session) {
      const fleet = session ?? services.fleet
      const { runId, signal, release } = reserve()
      try {
        const offering = await checkedOffering(request, services)
        services.store()
        services.onActivity(true)
        void runToEnd({ runId, request, offering, fleet, signal }, services).then((outcome) => {
          release()
          emitEnd(runId, outcome, services)
        })
        return { runId }
      } catch (error) {
        release()
        throw error
      }
    },
    async findScale(request, callerSignal) {
      const known = knownScale(request)
      if (known !== null) return known
      const { runId, signal, release } = reserve()
      try {
        const offering = await checkedOffering(request, services)
        services.onActivity(true)
        const { fleet } = services
        const job = { runId, request, offering, fleet, signal: AbortSignal.any([callerSignal, signal]) }
        const chosen = chooseTarget(request.target, await waitForSetup(job, services))
        return await findScale(job, chosen, services)
      } finally {
        release()
      }
    },
    async abort(runId) {
      if (!slot.abort(runId)) throw notActive(runId)
    },
    close: slot.close,
  }
}

async function checkedOffering(request: ValidationRequest, services: ValidationServices): Promise<Offering> {
  checkRequest(request)
  return services.offeringOf(request.scenario.deployment)
}

async function previewValidation(request: ValidationRequest, services: ValidationServices): Promise<ValidationPreview> {
  const offering = await checkedOffering(request, services)
  const chosen = chooseTarget(request.target, assumedStatus(services.setup.status()))
  const scale = knownScale(request)
  const draft = draftValidation(draftInputOf({ runId: 'preview', request, offering }, chosen, scale ?? 1, services))
  const preview = previewOf(draft)
  // The known ceiling is this machine's, which offers no load in a run on agents.
  if (request.agents !== undefined) return preview
  if (scale !== null) return withCeiling(preview, draft.plan, services)
  const label = `${preview.target.label}; the scale is found by a 20 s trial`
  return { ...preview, target: { ...preview.target, label } }
}

async function withCeiling(preview: ValidationPreview, plan: RunPlan, services: ValidationServices) {
  const clientCeiling = await services.knownCeiling(plan)
  return clientCeiling === null ? preview : { ...preview, clientCeiling }
}

interface Outcome {
  readonly record: MeasuredRecord | null
  readonly error: AppErrorData | null
}

/** The status that a preview assumes: the set-up will succeed, unless the embedded Kafka has failed already. */
function assumedStatus(status: SetupStatus): SetupStatus {
  const hasKafkaFailed = status.steps.some((step) => step.step === 'kafka-jars' && step.state === 'failed')
  return { ...status, isRunnerReady: true, isKafkaReady: !hasKafkaFailed }
}

async function runToEnd(job: Job, services: ValidationServices): Promise<Outcome> {
  try {
    return await runJob(job, services)
  } catch (error) {
    const known = AppError.from(error)
    if (known.code === 'INTERNAL') services.logError(`Run ${job.runId} failed.`, error)
    return { record: null, error: known.toData() }
  }
}

function requiredSecretNames({ target, prometheusLogin }: ValidationRequest): string[] {
  const names = target.kind === 'connection' ? secretNamesOf(target.connection) : []
  return prometheusLogin === undefined ? names : [...new Set([...names, prometheusLogin.secret])]
}

function emitEnd(runId: string, outcome: Outcome, { emit }: ValidationServices): void {
  emit('validation.progress', { runId, phase: 'ended', message: 'Ended.', fraction: 1, leftMs: 0 })
  emit('validation.ended', { runId, ...outcome })
}

async function runJob(job: Job, services: ValidationServices): Promise<Outcome> {
  const { runId, request, signal } = job
  const { emit } = services
  const secrets = await services.resolveSecrets(requiredSecretNames(request))
  const fleet = request.agents === undefined ? job.fleet : await services.agentsFleet(request.agents)
  const chosen = await chooseTargetOf(job, services)
  if (chosen.notice !== null) emit('validation.notice', { runId, message: chosen.notice })
  const scale = knownScale(request) ?? (await findScale(job, chosen, services))
  const draft = draftValidation(draftInputOf(job, chosen, scale, services))
  emit('validation.target', { runId, preview: previewOf(draft) })
  for (const message of draft.notes) emit('validation.notice', { runId, message })
  if (signal.aborted) throw new AppError('ABORTED', 'The validation was stopped before its load began.')
  const store = services.store()
  const { sweep, logError } = services
  const record = firstRecord(runId, draft, Date.now())
  store.insertRun(record)
  return runSession(record, { target: draft.target, secrets }, { store, fleet, emit, sweep, signal, logError })
}

function runActive(runId: string): AppError {
  return new AppError(
    'RUN_ACTIVE',
    `Run ${runId} is still running. Only one can run at a time, or they would disturb each other.`,
    {
      remedy: 'Wait for it to end, or abort it.',
    },
  )
}

function notActive(runId: string): AppError {
  return new AppError('RUN_NOT_FOUND', `Run ${runId} is not running here.`, { remedy: null })
}
