/**
 * Answers `measure-capacity`: the client ceiling of this machine, by which the controller divides a plan among hosts.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { coreCount } from './assign-workers.ts'
import { findCeiling } from './find-ceiling.ts'
import { Lease } from './lease.ts'

type CapacityAnswer = Extract<HostMessage, { type: 'capacity' }>

export type CapacityOrder = {
  readonly plan: RunPlan
  readonly client: ClientDescription
  readonly stateDirectory: string
}

/** One question. Its constructor begins the probe. */
export class CapacityQuestion {
  /** Never rejects: without a probe the controller divides the plan by cores. */
  readonly answer: Promise<CapacityAnswer>
  private readonly controller = new AbortController()

  constructor(order: CapacityOrder) {
    this.answer = this.find(order).catch((error: unknown) => notProbed(AppError.from(error).message))
  }

  /** Cancels a probe that is still running. */
  giveUp(): void {
    this.controller.abort(new AppError('ABORTED', 'The probe was cancelled.'))
  }

  private async find({ plan, client, stateDirectory }: CapacityOrder): Promise<CapacityAnswer> {
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

function notProbed(detail: string): CapacityAnswer {
  return { type: 'capacity', probe: null, cpuCores: coreCount(), detail }
}
