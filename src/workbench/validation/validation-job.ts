/**
 * A requested validation, and how its parts are found: the fleet, the target, the input of a draft.
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

/** What validations depend on. */
export interface ValidationServices {
  readonly resources: Resources
  readonly setup: Setup
  readonly fleet: Fleet
  /** A fleet of agents, with their tokens. @throws AppError AUTHENTICATION_FAILED */
  agentsFleet(agents: AgentFleet): Promise<Fleet>
  readonly emit: Emit
  store(): Store
  /** The model of a deployment, calibrated if the deployment says so. @throws AppError as `offeringOf`. */
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  resolveSecrets(names: readonly string[]): Promise<Secrets>
  sweep(): Promise<boolean>
  /** What load this machine can offer for a plan; null if not known yet. */
  knownCeiling(plan: RunPlan): Promise<ClientCeiling | null>
  logError(message: string, error: unknown): void
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

/** The target. For a run on agents the runner of this machine need not be ready. */
export async function chosenTarget(job: Job, services: ValidationServices): Promise<DraftInput['chosen']> {
  const { target, agents } = job.request
  if (agents !== undefined && target.kind === 'connection') {
    return { kind: target.kind, connection: target.connection, notice: null }
  }
  return chooseTarget(target, await settledSetup(job, services))
}

/** Waits for set-up. Meanwhile its steps are reported as the progress of the run. */
export async function settledSetup({ runId, signal }: Job, { setup, emit }: ValidationServices) {
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

/** The input of a draft. */
export function inputOf(
  job: Pick<Job, 'runId' | 'request' | 'offering'>,
  chosen: DraftInput['chosen'],
  scale: number,
  services: ValidationServices,
): DraftInput {
  const { runId, request, offering } = job
  return { runId, request, offering, chosen, scale, kafkaVersion: embeddedKafkaVersion(services.resources) }
}
