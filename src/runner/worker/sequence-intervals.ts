/**
 * The exact set of the sequence numbers seen so far, by which duplicates are recognised. It is stored as sorted intervals to save
 * memory: numbers arrive almost in order, so there is almost always a single interval, which grows by one.
 */
export class SequenceIntervals {
  /** Interval i contains the numbers from starts[i] to ends[i] - 1. Intervals do not touch: ends[i] < starts[i + 1]. */
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private seen = 0

  /** Number of different sequence numbers seen so far. */
  get distinctCount(): number {
    return this.seen
  }

  /** Number of intervals, which is the number of gaps plus one. */
  get intervalCount(): number {
    return this.starts.length
  }

  /** Adds a number. @returns true if it is a duplicate */
  add(sequence: number): boolean {
    const last = this.ends.length - 1
    if (last >= 0 && this.ends[last] === sequence) {
      this.ends[last] = sequence + 1
      this.seen += 1
      return false
    }
    return this.insert(sequence)
  }

  private insert(sequence: number): boolean {
    const index = this.firstEndingAfter(sequence)
    const start = this.starts[index]
    if (start !== undefined && start <= sequence) return true
    this.seen += 1
    const touchesLeft = index > 0 && this.ends[index - 1] === sequence
    const touchesRight = start === sequence + 1
    if (touchesLeft && touchesRight) {
      this.ends[index - 1] = this.ends[index] ?? sequence + 1
      this.starts.splice(index, 1)
      this.ends.splice(index, 1)
    } else if (touchesLeft) {
      this.ends[index - 1] = sequence + 1
    } else if (touchesRight) {
      this.starts[index] = sequence
    } else {
      this.starts.splice(index, 0, sequence)
      this.ends.splice(index, 0, sequence + 1)
    }
    return false
  }

  /** Finds the index of the first interval that ends after the number, by binary search. */
  private firstEndingAfter(sequence: number): number {
    let low = 0
    let high = this.ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.ends[middle] ?? 0) > sequence) high = middle
      else low = middle + 1
    }
    return low
  }
}
