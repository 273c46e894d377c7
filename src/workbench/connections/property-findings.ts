/**
 * Settings of a properties file while they are being understood: which were used, and what is wrong with which line.
 */
import type { LineProblem, PropertyEntry } from './properties-text.ts'

/** Settings by name, and what has been found out about them so far. */
export class PropertyFindings {
  readonly problems: LineProblem[] = []
  /** Sentences that the user should read though nothing is wrong. */
  readonly notes: string[] = []
  private readonly entries: ReadonlyMap<string, PropertyEntry>
  private readonly used = new Set<string>()

  /** A setting that is given twice counts as last written, as in Java and librdkafka. */
  constructor(entries: readonly PropertyEntry[]) {
    this.entries = new Map(entries.map((entry) => [entry.key, entry]))
  }

  /** The first of these names that is given with a value; all of them count as used. */
  take(...keys: readonly string[]): PropertyEntry | null {
    for (const key of keys) this.used.add(key)
    return keys.map((key) => this.entries.get(key)).find((entry) => entry !== undefined && entry.value !== '') ?? null
  }

  /** True where a setting is given, used or not. */
  has(key: string): boolean {
    return this.entries.has(key)
  }

  refuse(entry: PropertyEntry | null, message: string): void {
    this.problems.push({ line: entry?.line ?? null, message: entry === null ? message : `${entry.key}: ${message}` })
  }

  /** Names that nothing asked for, in their order. */
  unused(): string[] {
    return [...this.entries.keys()].filter((key) => !this.used.has(key))
  }
}

/** `{{ CLUSTER_API_KEY }}`, `<API_SECRET>` and the like: what a copied example has where the value belongs. */
export function isPlaceholder(value: string): boolean {
  return /^\{\{.*\}\}$|^<[A-Za-z][A-Za-z_ -]*>$|^\$\{.*\}$/.test(value)
}
