/**
 * The use case: prove a prediction on a target. One at a time.
 */
import { agentTokenSecret } from '../../contracts/agent.ts'
import { AppError, type AppErrorData } from '../../contracts/app-error.ts'
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { Figures } from '../../contracts/figures.ts'
import type { ImportedRun } from '../../contracts/imported-run.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { RunRecord } from '../../contracts/run-record.ts'
import type { AgentFleet } from '../../contracts/run-share.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { SetupStatus } from '../../contracts/setup-status.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import { computeResult } from '../../measurement/result.ts'
import { scaleFromTrial } from '../../planning/scale.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import type { Emit } from '../events.ts'
import { onlyForClusters } from '../fleets/agents-end.ts'
import type { Fleet, FleetSession } from '../fleets/fleet.ts'
import { embeddedKafkaVersion, type Resources } from '../resources.ts'
import { secretNamesOf } from '../secrets/connection-files.ts'
import type { Setup } from '../setup/setup.ts'
import type { Store } from '../store/store.ts'
import { chooseTarget } from './choose-target.ts'
import { type DraftInput, draftTrial, draftValidation, previewOf } from './draft-validation.ts'
import { firstRecord } from './first-record.ts'
import { newRunId } from './run-id.ts'
import { checkPerfTest, runPerfTest } from './run-perf-test.ts'
import { runSession } from './run-session.ts'
import { runTrial } from './run-trial.ts'

/** What validations work with. */
export interface ValidationServices {
  readonly resources: Resources
  readonly setup: Setup
  readonly fleet: Fleet
  /** A fleet of agents that this token opens. */
  agentsFleet(agents: AgentFleet, token: string): Fleet
  readonly emit: Emit
  store(): Store
  /** The model of a deployment, calibrated where it says so. @throws AppError as `offeringOf`. */
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  resolveSecrets(names: readonly string[]): Promise<Secrets>
  sweep(): Promise<boolean>
  /** What this machine can offer of a plan, where that is known already. */
  knownCeiling(plan: RunPlan): Promise<ClientCeiling | null>
  logError(message: string, error: unknown): void
  onActivity(isLive: boolean): void
}

export interface Validations {
  /** What a validation would do, as far as it is known before a trial. Writes nothing. */
  preview(request: ValidationRequest): Promise<ValidationPreview>
  /** Starts one and resolves at once; `validation.ended` tells how it went. @throws AppError RUN_ACTIVE */
  start(request: ValidationRequest, session?: FleetSession): Promise<{ runId: string }>
  /** For runs one after another on one embedded cluster; the caller closes it. */
  openSession(): FleetSession
  /**
   * The one scale for all runs of a request: given, the scenario's, 1 for a cluster of the user's, or found by a trial.
   * @throws AppError RUN_ACTIVE, ABORTED, or what kept the trial from ending.
   */
  findScale(request: ValidationRequest, signal: AbortSignal): Promise<number>
  /** Ends it; what was measured is kept. @throws AppError RUN_NOT_FOUND */
  abort(runId: string): Promise<void>
  /** Aborts what is live and resolves when it has ended. */
  close(): Promise<void>
}

interface ActiveRun {
  readonly runId: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

export function createValidations(services: ValidationServices): Validations {
  let active: ActiveRun | null = null
  /** Called before the first await, so that a second call cannot slip in. */
  const reserve = () => {
    if (active !== null) throw runActive(active.runId)
    const runId = newRunId(new Date())
    const controller = new AbortController()
    let letGo: () => void = () => undefined
    active = { runId, controller, ended: new Promise((resolve) => (letGo = resolve)) }
    const end = () => {
      active = null
      letGo()
      services.onActivity(false)
    }
    return { runId, controller, end }
  }
  return {
    preview: (request) => previewValidation(request, services),
    openSession: () => services.fleet.openSession(),
    async start(request, session) {
      const fleet = session ?? services.fleet
      const { runId, controller, end } = reserve()
      try {
        const offering = await checkRequest(request, services)
        services.store()
        services.onActivity(true)
        void runToItsEnd({ runId, request, offering, fleet, signal: controller.signal }, services).then((outcome) => {
          // First let go, then tell: whoever hears of the end may start the next one at once.
          end()
          tellEnd(runId, outcome, services)
        })
        return { runId }
      } catch (error) {
        end()
        throw error
      }
    },
    async findScale(request, signal) {
      const known = knownScale(request)
      if (known !== null) return known
      const { runId, controller, end } = reserve()
      try {
        const offering = await checkRequest(request, services)
        services.onActivity(true)
        const { fleet } = services
        const job = { runId, request, offering, fleet, signal: AbortSignal.any([signal, controller.signal]) }
        const chosen = chooseTarget(request.target, await settledSetup(job, services))
        return await findScale(job, chosen, services)
      } finally {
        end()
      }
    },
    async abort(runId) {
      if (active?.runId !== runId) throw notActive(runId)
      active.controller.abort()
    },
    async close() {
      active?.controller.abort()
      await active?.ended
    },
  }
}

interface Job {
  readonly runId: string
  readonly request: ValidationRequest
  readonly offering: Offering
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly signal: AbortSignal
}

/** What can be refused before anything is started. */
async function checkRequest(request: ValidationRequest, services: ValidationServices): Promise<Offering> {
  const isConnection = request.target.kind === 'connection'
  if (!isConnection && request.agents !== undefined) throw onlyForClusters()
  if (isConnection && (request.scale ?? 1) !== 1) {
    throw new AppError('INPUT_INVALID', 'A scale is for embedded clusters; a real cluster cannot be scaled.', {
      remedy: 'Leave it out. To offer less: --set workload.producers.0.peakRecordsPerSec=1000',
    })
  }
  if (
    request.target.kind !== 'embedded' &&
    request.target.kind !== 'embedded:kafka' &&
    request.quotaFactor !== undefined
  ) {
    throw new AppError('INPUT_INVALID', 'A quota factor is for embedded:kafka, the only target with quotas of ours.', {
      remedy: 'Leave it out, or validate against embedded:kafka.',
    })
  }
  if (request.driver === 'kafka-perf-test') checkPerfTest(request)
  if (!isConnection && request.usesExistingTopics !== undefined) {
    throw new AppError('INPUT_INVALID', 'An embedded cluster is empty: there are no topics to use.', {
      remedy: 'Leave --existing-topics out, or name a cluster of yours with --target.',
    })
  }
  return services.offeringOf(request.scenario.deployment)
}

async function previewValidation(request: ValidationRequest, services: ValidationServices): Promise<ValidationPreview> {
  const offering = await checkRequest(request, services)
  const chosen = chooseTarget(request.target, hopefulStatus(services.setup.status()))
  const scale = knownScale(request)
  const draft = draftValidation(inputOf({ runId: 'preview', request, offering }, chosen, scale ?? 1, services))
  const preview = previewOf(draft)
  // What this machine can offer says nothing of the agents.
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
  readonly record: RunRecord | null
  /** In place of the record, where the driver was kafka-perf-test. */
  readonly importedRun?: ImportedRun
  readonly error: AppErrorData | null
}

/** Until set-up has failed, a preview shows what will be tried. */
function hopefulStatus(status: SetupStatus): SetupStatus {
  const hasKafkaFailed = status.steps.some((step) => step.step === 'kafka-jars' && step.state === 'failed')
  return { ...status, isRunnerReady: true, isKafkaReady: !hasKafkaFailed }
}

async function runToItsEnd(job: Job, services: ValidationServices): Promise<Outcome> {
  try {
    return await runJob(job, services)
  } catch (error) {
    const known = AppError.from(error)
    if (known.code === 'INTERNAL') services.logError(`Run ${job.runId} failed.`, error)
    return { record: null, error: known.toData() }
  }
}

function tellEnd(runId: string, outcome: Outcome, { emit }: ValidationServices): void {
  emit('validation.progress', { runId, phase: 'ended', message: 'Ended.', fraction: 1, leftMs: 0 })
  emit('validation.ended', { runId, ...outcome })
}

async function runJob(job: Job, services: ValidationServices): Promise<Outcome> {
  const { runId, request, signal } = job
  const { emit } = services
  const names = request.target.kind === 'connection' ? secretNamesOf(request.target.connection) : []
  const secrets = await services.resolveSecrets(names)
  const fleet = request.agents === undefined ? job.fleet : await agentsOf(request.agents, services)
  const chosen = await chosenTarget(job, services)
  if (chosen.notice !== null) emit('validation.notice', { runId, message: chosen.notice })
  const scale = knownScale(request) ?? (await findScale(job, chosen, services))
  const draft = draftValidation(inputOf(job, chosen, scale, services))
  emit('validation.target', { runId, preview: previewOf(draft) })
  for (const message of draft.notes) emit('validation.notice', { runId, message })
  if (signal.aborted) throw new AppError('ABORTED', 'The validation was stopped before its load began.')
  const store = services.store()
  if (draft.plan.driver === 'kafka-perf-test') {
    const importedRun = await runPerfTest(draft, secrets, { runId, store, fleet, emit, signal })
    return { record: null, importedRun, error: null }
  }
  const record = firstRecord(runId, draft, Date.now())
  store.insertRun(record)
  const { sweep, logError } = services
  return runSession(record, { target: draft.target, secrets }, { store, fleet, emit, sweep, signal, logError })
}

async function agentsOf(agents: AgentFleet, services: ValidationServices): Promise<Fleet> {
  const { [agentTokenSecret]: token = '' } = await services.resolveSecrets([agentTokenSecret])
  return services.agentsFleet(agents, token)
}

/** Agents bring runners of their own: the one of this machine need not be ready. */
async function chosenTarget(job: Job, services: ValidationServices): Promise<DraftInput['chosen']> {
  const { target, agents } = job.request
  if (agents !== undefined && target.kind === 'connection') {
    return { kind: target.kind, connection: target.connection, notice: null }
  }
  return chooseTarget(target, await settledSetup(job, services))
}

async function settledSetup({ runId, signal }: Job, { setup, emit }: ValidationServices) {
  const stop = setup.onChange((status) => {
    const step = status.steps.find((each) => each.state === 'working')
    if (step === undefined) return
    const { message, fraction } = step
    emit('validation.progress', { runId, phase: 'preparing', message, fraction, leftMs: null })
  })
  try {
    return await setup.settled(signal)
  } finally {
    stop()
  }
}

/** The scale that is known without a trial; null where a trial must find it. */
function knownScale({ target, scale, scenario, isUnlimited }: ValidationRequest): number | null {
  if (target.kind === 'connection') return 1
  return scale ?? scenario.validation?.scale ?? (isUnlimited === true ? 1 : null)
}

async function findScale(job: Job, chosen: DraftInput['chosen'], services: ValidationServices): Promise<number> {
  const { runId, fleet, signal } = job
  const { emit } = services
  emit('validation.notice', { runId, message: 'No scale was given: a trial of 20 s without limits finds one.' })
  const trial = draftTrial(inputOf(job, chosen, 1, services))
  const samples = await runTrial(trial, { runId, fleet, emit, signal })
  const reached = computeResult(trial.plan, samples).wholeRun
  const scale = scaleFromTrial(reached, trial.prediction)
  emit('validation.notice', { runId, message: trialSentence(reached, scale) })
  return scale
}

function trialSentence(reached: Figures, scale: number): string {
  const rates = `${formatByteRate(reached.ingressWireBytesPerSec)} in and ${formatByteRate(reached.egressWireBytesPerSec)} out`
  return `Without limits this machine reached ${rates}; the run takes half of it at most: --scale ${scale}.`
}

function inputOf(
  job: Pick<Job, 'runId' | 'request' | 'offering'>,
  chosen: DraftInput['chosen'],
  scale: number,
  services: ValidationServices,
): DraftInput {
  const { runId, request, offering } = job
  return { runId, request, offering, chosen, scale, kafkaVersion: embeddedKafkaVersion(services.resources) }
}

function runActive(runId: string): AppError {
  return new AppError('RUN_ACTIVE', `Run ${runId} is going on; one at a time, or they would disturb each other.`, {
    remedy: 'Wait for it to end, or abort it.',
  })
}

function notActive(runId: string): AppError {
  return new AppError('RUN_NOT_FOUND', `No run ${runId} is going on here.`, { remedy: null })
}
