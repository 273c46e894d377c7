/**
 * Counts keys by salted hashes. The salt exists only in this process, so that the counts cannot be traced to keys.
 *
 * Up to `maxCounters`, every distinct key has a counter. Above it, only one key in 2, 4, 8 … keeps its counter, selected by its
 * hash, and represents the others. The most frequent keys always keep their counters.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type KeySample, maxKeyShares } from '../../../contracts/batch-sample.ts'

const maxCounters = 65_536

/** Counts the keys of one topic's sampled records. */
export class KeyCounter {
  private readonly salt = randomBytes(16)
  private readonly counts = new Map<string, number>()
  /** Hashes of the most frequent keys when the level was last raised. */
  private frequent: ReadonlySet<string> = new Set()
  /** Each key that is not among the most frequent represents 2^level keys. */
  private level = 0
  private keyed = 0
  private unkeyed = 0

  countUnkeyed(): void {
    this.unkeyed += 1
  }

  countKey(key: Buffer): void {
    this.keyed += 1
    const hash = createHash('sha1').update(this.salt).update(key).digest('binary').slice(0, 8)
    if (!this.isKept(hash)) return
    this.counts.set(hash, (this.counts.get(hash) ?? 0) + 1)
    while (this.counts.size > maxCounters) this.raiseLevel()
  }

  read(): KeySample {
    const { keyed, unkeyed, frequent, level } = this
    const factor = 2 ** level
    const others = [...this.counts].filter(([hash]) => !frequent.has(hash))
    const once = others.filter(([, count]) => count === 1).length
    return {
      keyedRecords: keyed,
      unkeyedRecords: unkeyed,
      distinctAtLeast: this.counts.size - others.length + others.length * factor,
      seenOnceShare: keyed === 0 ? null : Math.min(1, (once * factor) / keyed),
      topShares: this.mostFrequent().map(([, count]) => count / keyed),
    }
  }

  private isKept(hash: string): boolean {
    return this.level === 0 || this.frequent.has(hash) || isOfLevel(hash, this.level)
  }

  private raiseLevel(): void {
    this.level += 1
    this.frequent = new Set(this.mostFrequent().map(([hash]) => hash))
    for (const hash of this.counts.keys()) if (!this.isKept(hash)) this.counts.delete(hash)
  }

  private mostFrequent(): readonly (readonly [string, number])[] {
    return [...this.counts].sort(([, one], [, other]) => other - one).slice(0, maxKeyShares)
  }
}

/** True for one hash in 2^level. */
function isOfLevel(hash: string, level: number): boolean {
  const bits = (hash.charCodeAt(0) << 16) | (hash.charCodeAt(1) << 8) | hash.charCodeAt(2)
  return bits % 2 ** level === 0
}
