/**
 * Limits how many pieces of work run at once; the others wait in a queue.
 */

/** Lets at most `maxAtOnce` pieces of work run at once. */
export class Turns {
  private readonly maxAtOnce: number
  private readonly waiting: (() => void)[] = []
  private inside = 0

  constructor(maxAtOnce: number) {
    this.maxAtOnce = maxAtOnce
  }

  /** Calls `begin` when there is a free place. The work must call `leave` once when it is done. */
  enter(begin: () => void): void {
    if (this.inside < this.maxAtOnce) {
      this.inside += 1
      begin()
    } else this.waiting.push(begin)
  }

  /** Frees a place; the next in the queue begins. */
  leave(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.inside -= 1
    else next()
  }
}
