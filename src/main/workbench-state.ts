/**
 * What the page is told after the workbench process ended unexpectedly.
 */
import type { WorkbenchState } from '../contracts/main-channels.ts'

/** An unexpected end of the workbench process. */
export interface WorkbenchEnd {
  /** False if the process ended too often to be restarted. */
  readonly isRestarted: boolean
  /** True if a run was live. It has ended with the process. */
  readonly wasRunLive: boolean
}

/** The state that the page shows. */
export function stateAfter({ isRestarted, wasRunLive }: WorkbenchEnd): WorkbenchState {
  const kept = wasRunLive ? ' Its run ended; what was measured is kept.' : ''
  return isRestarted
    ? { state: 'restarted', message: `The workbench stopped unexpectedly and was started again.${kept}` }
    : { state: 'stopped', message: `The workbench stopped several times within a minute.${kept} Restart Headroom.` }
}
