import type { Fleet, FleetEnd, FleetListener, FleetOrder, FleetRun } from '../../../src/workbench/fleets/fleet.ts'

/** A run on the fake fleet, driven by the test. */
export interface DrivenRun {
  readonly order: FleetOrder
  readonly listener: FleetListener
  becomeReady(): void
  end(end: Partial<FleetEnd>): void
  readonly startedAtEpochMs: number | null
  readonly stops: readonly string[]
}

/** A fleet behind the same seam as the real ones; each `prepare` waits for the test to drive it. */
export function createFakeFleet(): Fleet & { next(): Promise<DrivenRun>; readonly sessions: readonly string[] } {
  const sessions: string[] = []
  const prepared: DrivenRun[] = []
  const waiting: ((run: DrivenRun) => void)[] = []
  return {
    sessions,
    openSession() {
      sessions.push('opened')
      return {
        prepare: (order, listener) => this.prepare(order, listener),
        close: async () => void sessions.push('closed'),
      }
    },
    prepare(order, listener): FleetRun {
      let resolveReady: (isReady: boolean) => void = () => undefined
      let resolveEnded: (end: FleetEnd) => void = () => undefined
      const state = { startedAtEpochMs: null as number | null, stops: [] as string[] }
      const ready = new Promise<boolean>((resolve) => {
        resolveReady = resolve
      })
      const ended = new Promise<FleetEnd>((resolve) => {
        resolveEnded = resolve
      })
      const end = (partial: Partial<FleetEnd>) => {
        resolveReady(false)
        const cleanUp = { deletedTopics: [], deletedGroups: [], leftovers: [] }
        resolveEnded({ reason: 'plan-complete', detail: null, cleanUp, error: null, ...partial })
      }
      const driven: DrivenRun = {
        order,
        listener,
        becomeReady: () => resolveReady(true),
        end,
        get startedAtEpochMs() {
          return state.startedAtEpochMs
        },
        get stops() {
          return state.stops
        },
      }
      const waiter = waiting.shift()
      if (waiter === undefined) prepared.push(driven)
      else waiter(driven)
      return {
        ready,
        ended,
        start: (atEpochMs) => {
          state.startedAtEpochMs = atEpochMs
        },
        stop: (mode) => {
          state.stops.push(mode)
          end({ reason: 'user-abort', detail: 'Stopped.' })
        },
        kill: () => end({ reason: 'runner-exited', cleanUp: null }),
      }
    },
    next() {
      const first = prepared.shift()
      return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first)
    },
  }
}
