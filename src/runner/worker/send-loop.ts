/**
 * Keeps the producers of a worker on their schedules.
 */
import type { ProducerClient } from './producer-client.ts'

/** Pause between two looks at the schedule: it bounds both schedule delay and how late an answer is noticed. */
const pauseMs = 1

/** Pushes all producers, at once again while records are due, else every millisecond. */
export class SendLoop {
  private readonly producers: readonly ProducerClient[]
  private isStopped = false

  constructor(producers: readonly ProducerClient[]) {
    this.producers = producers
    this.turn()
  }

  stop(): void {
    this.isStopped = true
  }

  private turn(): void {
    if (this.isStopped) return
    let isMoreDue = false
    for (const producer of this.producers) if (producer.push() === 'more-due') isMoreDue = true
    if (isMoreDue) setImmediate(() => this.turn())
    else setTimeout(() => this.turn(), pauseMs)
  }
}
