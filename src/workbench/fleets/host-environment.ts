/**
 * What a runner host may see of this process's environment: nothing that could hold a secret.
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

/** The environment of a runner host: an allow-list, so that secrets of the caller's environment stay with the caller. */
export function hostEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of allowed) {
    const value = environment[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
