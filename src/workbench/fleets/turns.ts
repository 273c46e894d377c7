/**
 * Limits how many pieces of work run at once; the others wait in a queue.
 */

/** Lets at most `most` pieces of work run at once. */
export class Turns {
  private readonly most: number
  private readonly waiting: (() => void)[] = []
  private inside = 0

  constructor(most: number) {
    this.most = most
  }

  /** Calls `begin` when there is a free place. The work must call `leave` once when it is done. */
  enter(begin: () => void): void {
    if (this.inside < this.most) {
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
