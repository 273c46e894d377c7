/**
 * Scenario files that were opened or saved, newest first, in the storage of the window.
 */
const key = 'headroom.recent-files'
const mostKept = 8

/** Their paths. */
export function recentFiles(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, mostKept) : []
  } catch {
    // Invalid content, e.g. of another version, counts as empty.
    return []
  }
}

/** Puts a path on top. */
export function rememberFile(path: string): void {
  localStorage.setItem(key, JSON.stringify(withRecent(recentFiles(), path)))
}

/** The list with a path on top, once. */
export function withRecent(paths: readonly string[], path: string): readonly string[] {
  return [path, ...paths.filter((each) => each !== path)].slice(0, mostKept)
}
