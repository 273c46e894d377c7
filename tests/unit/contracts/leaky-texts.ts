/**
 * A text of others with a host and a secret, for tests of each place of a record that holds such a text.
 */

/** As others wrote it. */
export const leaky = 'b1.example.com:9092 said password=hunter2'
/** Cleaned, where hosts are shown. */
export const open = 'b1.example.com:9092 said password=[removed]'
/** Cleaned, where hosts are hidden. */
export const hidden = 'host-1 said password=[removed]'

/** The same value with other texts. */
export function replaced<T>(value: T, texts: Readonly<Record<string, string>>): T {
  const replace = (inner: unknown): unknown => {
    if (typeof inner === 'string') return texts[inner] ?? inner
    if (Array.isArray(inner)) return inner.map(replace)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, replace(each)]))
  }
  return replace(value) as T
}
