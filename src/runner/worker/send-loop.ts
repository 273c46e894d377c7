/**
 * Lets the producers of a worker send what their schedules say.
 */
import type { ProducerClient } from './producer-client.ts'

/** Pause between two turns. It bounds the schedule delay, and the delay until a delivery report is processed. */
const pauseMs = 1

/** Lets all producers send in turns: without a pause while records are due, otherwise every millisecond. */
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
