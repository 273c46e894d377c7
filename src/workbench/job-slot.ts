/**
 * The place of the one job of a kind, such as a run or a campaign, that may be active in a workbench at a time.
 */
import type { AppError } from '../contracts/app-error.ts'

/** A job that occupies the slot. */
interface OccupyingJob {
  /** Fires when the job is aborted. */
  readonly signal: AbortSignal
  /** Frees the slot. The job calls it once, before it reports its end, because a listener may start the next job at once. */
  end(): void
}

/** Holds the active job. */
export interface JobSlot {
  /** Id of the active job; null if none is active. */
  activeId(): string | null
  /** @throws AppError the error for an occupied slot */
  assertIdle(): void
  /** Occupies the slot. @throws AppError as `assertIdle` */
  occupy(id: string): OccupyingJob
  /** Aborts a job. @returns false if it is not the active one */
  abort(id: string): boolean
  /** Aborts the active job, if there is one, and resolves after it has ended. */
  close(): Promise<void>
}

/** Creates an empty slot. `occupiedError` makes the error for a job that wants to start while another is active. */
export function createJobSlot(occupiedError: (activeId: string) => AppError): JobSlot {
  let active: { readonly id: string; readonly controller: AbortController; readonly ended: Promise<void> } | null = null
  const assertIdle = () => {
    if (active !== null) throw occupiedError(active.id)
  }
  return {
    activeId: () => active?.id ?? null,
    assertIdle,
    occupy(id) {
      assertIdle()
      const controller = new AbortController()
      let resolveEnded: () => void = () => undefined
      const ended = new Promise<void>((resolve) => {
        resolveEnded = resolve
      })
      active = { id, controller, ended }
      const end = () => {
        active = null
        resolveEnded()
      }
      return { signal: controller.signal, end }
    },
    abort(id) {
      if (active?.id !== id) return false
      active.controller.abort()
      return true
    },
    async close() {
      active?.controller.abort()
      await active?.ended
    },
  }
}
