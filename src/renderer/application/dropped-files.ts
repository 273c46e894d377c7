/** The last scenario among paths, and the rest. */
export function sortDropped(paths: readonly string[]): { scenario: string | null; measurements: readonly string[] } {
  const isScenario = (path: string) => /\.headroom\.json$/i.test(path)
  return { scenario: paths.findLast(isScenario) ?? null, measurements: paths.filter((path) => !isScenario(path)) }
}
