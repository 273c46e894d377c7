/**
 * Responds to the message `measure-capacity` with this machine's client ceiling, by which the controller divides a plan
 * among hosts.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { coreCount } from './assign-workers.ts'
import { findCeiling } from './find-ceiling.ts'
import { Lease } from './run-lease.ts'

type CapacityResponse = Extract<HostMessage, { type: 'capacity' }>

/** Input of a request. `plan` is the whole plan that the controller divides. */
export type CapacityInput = {
  readonly plan: RunPlan
  readonly client: ClientDescription
  readonly stateDirectory: string
}

/** One request. The constructor begins the probe. */
export class CapacityRequest {
  /** Never rejects. If the probe fails, the response contains no probe, and the controller divides the plan by cores. */
  readonly response: Promise<CapacityResponse>
  private readonly controller = new AbortController()

  constructor(input: CapacityInput) {
    this.response = this.find(input).catch((error: unknown) => notProbed(AppError.from(error).message))
  }

  /** Cancels a probe that is still running. */
  cancel(): void {
    this.controller.abort(new AppError('ABORTED', 'The probe was cancelled.'))
  }

  private async find({ plan, client, stateDirectory }: CapacityInput): Promise<CapacityResponse> {
    const lease = new Lease(stateDirectory, `${plan.runId}-capacity`)
    try {
      const { signal } = this.controller
      const onProbe = () => undefined
      const { check, ceiling } = await findCeiling({ plan, client, stateDirectory, lease, signal, onProbe })
      if (ceiling === null) return notProbed(check.detail)
      return { type: 'capacity', probe: ceiling.probe, cpuCores: coreCount(), detail: null }
    } finally {
      lease.release({ topics: [], groups: [] })
    }
  }
}

function notProbed(detail: string): CapacityResponse {
  return { type: 'capacity', probe: null, cpuCores: coreCount(), detail }
}
