/**
 * The environment variables that a runner host gets: none that could hold a secret.
 */

const allowed = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'JAVA_HOME',
] as const

/** The environment of a runner host, by an allow-list, so that secrets in the caller's environment are not passed on. */
export function hostEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of allowed) {
    const value = environment[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
