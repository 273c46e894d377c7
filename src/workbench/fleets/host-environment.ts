/**
 * Chooses the environment variables of a runner host, so that secrets in the caller's environment are not passed on.
 */

const allowedNames = [
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
  // Which loop over records the clients use (docs/decisions/engine.md).
  'HEADROOM_LOOP',
] as const

/** Returns those variables of the caller's environment that are on the allow-list. */
export function hostEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of allowedNames) {
    const value = environment[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
