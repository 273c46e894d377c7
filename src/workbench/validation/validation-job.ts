/**
 * A requested validation, and the steps that find its target and the inputs of its draft.
 */
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { AgentFleet } from '../../contracts/run-share.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import type { Emit } from '../events.ts'
import type { Fleet } from '../fleets/fleet.ts'
import { embeddedKafkaVersion, type Resources } from '../resources.ts'
import type { Setup } from '../setup/setup.ts'
import type { Store } from '../store/store.ts'
import { chooseTarget } from './choose-target.ts'
import type { DraftInput } from './draft-validation.ts'

/** Services that validations use. */
export interface ValidationServices {
  readonly resources: Resources
  readonly setup: Setup
  readonly fleet: Fleet
  /** Creates a fleet of agents with their tokens. @throws AppError AUTHENTICATION_FAILED */
  agentsFleet(agents: AgentFleet): Promise<Fleet>
  readonly emit: Emit
  store(): Store
  /** Returns the model of a deployment with its calibration. @throws AppError OFFERING_INVALID or INPUT_INVALID */
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  resolveSecrets(names: readonly string[]): Promise<Secrets>
  /** Lets a new runner clean up what a lost runner left. Resolves to true if that worked. */
  sweep(): Promise<boolean>
  /** Returns the load that this machine's clients can offer for a plan; null if it is not known yet. */
  knownCeiling(plan: RunPlan): Promise<ClientCeiling | null>
  logError(message: string, error: unknown): void
  /** Called when a run or a trial begins (true) or ends (false). */
  onActivity(isLive: boolean): void
}

/** An active validation. */
export interface Job {
  readonly runId: string
  readonly request: ValidationRequest
  readonly offering: Offering
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly signal: AbortSignal
}

/** Chooses the target. Waits for the set-up of the runner, except for a run on agents, which does not use it. */
export async function chooseTargetOf(job: Job, services: ValidationServices): Promise<DraftInput['chosen']> {
  const { target, agents } = job.request
  if (agents !== undefined && target.kind === 'connection') {
    return { kind: target.kind, connection: target.connection, notice: null }
  }
  return chooseTarget(target, await waitForSetup(job, services))
}

/** Waits until the set-up has ended and returns its status. Reports its steps as the progress of the run. */
export async function waitForSetup({ runId, signal }: Job, { setup, emit }: ValidationServices) {
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

/** Returns the inputs of a draft. */
export function draftInputOf(
  job: Pick<Job, 'runId' | 'request' | 'offering'>,
  chosen: DraftInput['chosen'],
  scale: number,
  services: ValidationServices,
): DraftInput {
  const { runId, request, offering } = job
  return { runId, request, offering, chosen, scale, kafkaVersion: embeddedKafkaVersion(services.resources) }
}
