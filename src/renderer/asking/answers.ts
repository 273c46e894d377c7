/**
 * The answers of the workbench that the window shows. Each is requested once per input, and again when it gets out of date.
 */
import type { Outcome } from '../../contracts/app-error.ts'
import type { CallInput, CallName, CallOutput, EventName } from '../../contracts/ipc-contract.ts'
import type { WorkbenchClient } from '../workbench-client.ts'
import { staleAfterCall, staleAfterEvent } from './stale-answers.ts'

/** A call and its input. */
export interface Question<K extends CallName = CallName> {
  readonly call: K
  /** The input as JSON. */
  readonly text: string
}

/** A question that at least one component listens to, with its latest outcome. */
interface ShownAnswer {
  readonly question: Question
  readonly listeners: Set<() => void>
  outcome: Outcome<unknown> | null
  /** Number of requests so far. Only the outcome of the latest one counts. */
  requestCount: number
}

/** A cache of the answers that components show. An answer is kept as long as it has a listener. */
export class Answers {
  private readonly shown = new Map<string, ShownAnswer>()
  private readonly workbench: Pick<WorkbenchClient, 'call' | 'on' | 'onReattached'>
  private refreshing: Promise<unknown> = Promise.resolve()

  constructor(workbench: Pick<WorkbenchClient, 'call' | 'on' | 'onReattached'>) {
    this.workbench = workbench
    for (const [event, stale] of Object.entries(staleAfterEvent)) {
      workbench.on(event as EventName, () => this.refresh((call) => stale.includes(call)))
    }
    workbench.onReattached(() => this.refresh(() => true))
  }

  /** Calls the workbench. If the call succeeds, the shown answers that it makes out of date are requested again. */
  async ask<K extends CallName>(call: K, input: CallInput<K>): Promise<Outcome<CallOutput<K>>> {
    const outcome = await this.workbench.call(call, input)
    const stale = staleAfterCall[call]
    if (outcome.ok && stale !== undefined) this.refresh((name) => stale.includes(name))
    return outcome
  }

  /**
   * Calls the listener each time the outcome of a question changes. The first listener of a question requests its answer,
   * unless the outcome is already `known`.
   * @returns a function that removes the listener
   */
  listen<K extends CallName>(question: Question<K>, listener: () => void, known?: Outcome<CallOutput<K>>): () => void {
    const key = keyOf(question)
    const shown = this.shown.get(key) ?? { question, listeners: new Set(), outcome: known ?? null, requestCount: 0 }
    shown.listeners.add(listener)
    if (!this.shown.has(key)) {
      this.shown.set(key, shown)
      if (known === undefined) void this.request(shown)
    }
    return () => {
      shown.listeners.delete(listener)
      if (shown.listeners.size === 0) this.shown.delete(key)
    }
  }

  /** The latest outcome, which may be an error. Null before the first outcome, and if the question has no listener. */
  outcomeOf<K extends CallName>(question: Question<K>): Outcome<CallOutput<K>> | null {
    // The key contains the call, so the entry's outcome is one of that call.
    return (this.shown.get(keyOf(question))?.outcome ?? null) as Outcome<CallOutput<K>> | null
  }

  /** Resolves when the answers that are out of date now are loaded again. */
  async refreshed(): Promise<void> {
    await this.refreshing
  }

  private refresh(isStale: (call: CallName) => boolean): void {
    const stale = [...this.shown.values()].filter(({ question }) => isStale(question.call))
    this.refreshing = Promise.all(stale.map((shown) => this.request(shown)))
  }

  private async request(shown: ShownAnswer): Promise<void> {
    shown.requestCount += 1
    const { requestCount, question } = shown
    const outcome = await this.workbench.call(question.call, JSON.parse(question.text))
    if (requestCount !== shown.requestCount) return
    shown.outcome = outcome
    for (const listener of shown.listeners) listener()
  }
}

function keyOf({ call, text }: Question): string {
  return `${call} ${text}`
}
