/**
 * Limits how many pieces of work run at once. The others wait in a queue.
 */

/** A queue in which at most `maxAtOnce` pieces of work run at once. */
export class Turns {
  private readonly maxAtOnce: number
  private readonly waiting: (() => void)[] = []
  private running = 0

  constructor(maxAtOnce: number) {
    this.maxAtOnce = maxAtOnce
  }

  /** Calls `begin` as soon as there is a free place. The work calls `leave` exactly once when it is done. */
  enter(begin: () => void): void {
    if (this.running < this.maxAtOnce) {
      this.running += 1
      begin()
    } else this.waiting.push(begin)
  }

  /** Frees a place, so the next in the queue begins. */
  leave(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.running -= 1
    else next()
  }
}
