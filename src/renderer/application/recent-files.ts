/**
 * The scenario files that were opened or saved last. The list is kept in `localStorage`.
 */
const key = 'headroom.recent-files'
const maxKept = 8

/** Paths of the recent files, newest first. */
export function recentFiles(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((recent) => typeof recent === 'string').slice(0, maxKept) : []
  } catch {
    // The stored list is invalid, for example because another version wrote it.
    return []
  }
}

/** Puts a path at the top of the stored list. */
export function rememberFile(path: string): void {
  localStorage.setItem(key, JSON.stringify(withRecent(recentFiles(), path)))
}

/** The list with a path moved or added to the top. */
export function withRecent(paths: readonly string[], path: string): readonly string[] {
  return [path, ...paths.filter((recent) => recent !== path)].slice(0, maxKept)
}
