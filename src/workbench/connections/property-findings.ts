/**
 * Collects what is found while the settings of a properties file are interpreted: problems, notes and used settings.
 */
import type { PropertiesProblem, PropertyEntry } from './properties-text.ts'

/** Settings by name, and the findings so far. */
export class PropertyFindings {
  readonly problems: PropertiesProblem[] = []
  /** Sentences for the user that are not problems. */
  readonly notes: string[] = []
  private readonly entries: ReadonlyMap<string, PropertyEntry>
  /** Settings that a later line of the same name replaced. */
  private readonly earlier: readonly PropertyEntry[]
  private readonly used = new Set<string>()

  /** The last value of a setting counts, as in Java and librdkafka. */
  constructor(entries: readonly PropertyEntry[]) {
    this.entries = new Map(entries.map((entry) => [entry.key, entry]))
    this.earlier = entries.filter((entry) => this.entries.get(entry.key) !== entry)
  }

  /** Returns the first of these settings that is not empty, or null. Marks all of them as used. */
  take(...keys: readonly string[]): PropertyEntry | null {
    for (const key of keys) this.used.add(key)
    return keys.map((key) => this.entries.get(key)).find((entry) => entry !== undefined && entry.value !== '') ?? null
  }

  /** True if the file has the setting, also if its value is empty. Does not mark it as used. */
  has(key: string): boolean {
    return this.entries.has(key)
  }

  /** Adds a problem at the line of a setting; `entry` is null for a problem of the whole file. */
  refuse(entry: PropertyEntry | null, message: string): void {
    this.problems.push({ line: entry?.line ?? null, message: entry === null ? message : `${entry.key}: ${message}` })
  }

  /** A sentence for each line that a later one of the same setting replaced. Only settings that were used count. */
  replaced(): string[] {
    return this.earlier
      .filter(({ key }) => this.used.has(key))
      .map(({ key, line }) => {
        const last = this.entries.get(key)?.line
        return `${key} is set on line ${line} and again on line ${last}; the last one counts, as in Kafka's clients.`
      })
  }

  /** The settings that were not used, in file order. */
  unused(): PropertyEntry[] {
    return [...this.entries.values()].filter(({ key }) => !this.used.has(key))
  }
}

/** Says in a message that a value is a placeholder. The value is not repeated: some people type a password between its braces. */
export const placeholderProblem = 'is still a placeholder of the example'

/** True for the placeholders of copied examples, such as `{{ CLUSTER_API_KEY }}` or `<API_SECRET>`. */
export function isPlaceholder(value: string): boolean {
  return /^\{\{.*\}\}$|^<[A-Za-z][A-Za-z_ -]*>$|^\$\{.*\}$/.test(value)
}
