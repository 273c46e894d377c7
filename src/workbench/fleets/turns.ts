/**
 * Work that is done by a few at a time; the others wait for their turn.
 */

/** So many at once. */
export class Turns {
  private readonly most: number
  private readonly waiting: (() => void)[] = []
  private inside = 0

  constructor(most: number) {
    this.most = most
  }

  /** Begins the work when it is its turn. Whoever has begun calls `leave` once. */
  enter(begin: () => void): void {
    if (this.inside < this.most) {
      this.inside += 1
      begin()
    } else this.waiting.push(begin)
  }

  /** Lets the next one begin. */
  leave(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.inside -= 1
    else next()
  }
}
