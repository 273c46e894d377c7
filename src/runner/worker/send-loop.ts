/**
 * Calls those producers of a worker that use the reference loop, so that they send by their schedules.
 */
import type { ReferenceProducer } from './reference-producer.ts'

/** Pause between two turns. It limits the schedule delay, and the delay until a delivery report is processed. */
const pauseMs = 1

/**
 * Pause while synchronous senders wait. It is short, because the time from an acknowledgement to the next record lowers the
 * senders' rate. No timer can do it, because a timer takes at least a millisecond.
 */
const senderPauseMs = 0.1

/**
 * Lets all producers send in turns: without a pause while records are due, every 0.1 ms while synchronous senders wait,
 * otherwise every millisecond.
 */
export class SendLoop {
  private readonly producers: readonly ReferenceProducer[]
  private readonly sleeper = new Int32Array(new SharedArrayBuffer(4))
  private isStopped = false

  constructor(producers: readonly ReferenceProducer[]) {
    this.producers = producers
    this.turn()
  }

  stop(): void {
    this.isStopped = true
  }

  private turn(): void {
    if (this.isStopped) return
    const outcomes = new Set(this.producers.map((producer) => producer.push()))
    const isWaiting = outcomes.has('senders-wait') && !outcomes.has('more-due')
    // Blocks the worker's thread. The library still receives acknowledgements, in threads of its own.
    if (isWaiting) Atomics.wait(this.sleeper, 0, 0, senderPauseMs)
    if (isWaiting || outcomes.has('more-due')) setImmediate(() => this.turn())
    else setTimeout(() => this.turn(), pauseMs)
  }
}
