/**
 * Settings of a properties file while they are interpreted: which were used, and the problems of each line.
 */
import type { LineProblem, PropertyEntry } from './properties-text.ts'

/** Settings by name, and the findings so far. */
export class PropertyFindings {
  readonly problems: LineProblem[] = []
  /** Sentences for the user that are not problems. */
  readonly notes: string[] = []
  private readonly entries: ReadonlyMap<string, PropertyEntry>
  private readonly used = new Set<string>()

  /** The last value of a setting counts, as in Java and librdkafka. */
  constructor(entries: readonly PropertyEntry[]) {
    this.entries = new Map(entries.map((entry) => [entry.key, entry]))
  }

  /** The first of these settings that has a value. All of them are marked as used. */
  take(...keys: readonly string[]): PropertyEntry | null {
    for (const key of keys) this.used.add(key)
    return keys.map((key) => this.entries.get(key)).find((entry) => entry !== undefined && entry.value !== '') ?? null
  }

  /** True if the file has the setting, used or not. */
  has(key: string): boolean {
    return this.entries.has(key)
  }

  refuse(entry: PropertyEntry | null, message: string): void {
    this.problems.push({ line: entry?.line ?? null, message: entry === null ? message : `${entry.key}: ${message}` })
  }

  /** Names of the settings that were not used, in file order. */
  unused(): string[] {
    return [...this.entries.keys()].filter((key) => !this.used.has(key))
  }
}

/** True for the placeholders of copied examples, such as `{{ CLUSTER_API_KEY }}` or `<API_SECRET>`. */
export function isPlaceholder(value: string): boolean {
  return /^\{\{.*\}\}$|^<[A-Za-z][A-Za-z_ -]*>$|^\$\{.*\}$/.test(value)
}
