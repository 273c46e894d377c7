/**
 * What this machine's client can offer of a plan, asked before a run, so that its shares can follow it.
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

/** One question, asked by being made. */
export class CapacityQuestion {
  /** Never rejects: a machine that cannot be probed is shared by its cores. */
  readonly answer: Promise<CapacityAnswer>
  private readonly controller = new AbortController()

  constructor(order: CapacityOrder) {
    this.answer = this.find(order).catch((error: unknown) => notProbed(AppError.from(error).message))
  }

  /** Ends the probe, if one goes on. */
  giveUp(): void {
    this.controller.abort(new AppError('ABORTED', 'The probe was given up.'))
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
