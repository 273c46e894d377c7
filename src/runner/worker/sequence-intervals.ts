/**
 * Which numbers of a sequence were seen, exactly, in little memory: sorted intervals without gaps between them.
 *
 * Numbers come nearly in order, so there is nearly always one interval, and it grows by one.
 */
export class SequenceIntervals {
  /** starts[i] .. ends[i] (exclusive) were seen; ends[i] < starts[i + 1]. */
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private seen = 0

  /** Distinct numbers seen. */
  get distinctCount(): number {
    return this.seen
  }

  /** Gaps plus one: how many intervals are kept. */
  get intervalCount(): number {
    return this.starts.length
  }

  /** Notes a number. Returns true where it had been seen before. */
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

  /** The first interval whose end lies after the number. */
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
