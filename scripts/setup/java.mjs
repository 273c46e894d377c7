/**
 * Finds Java. Brokers of Kafka 4 need version 17 or later.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const requiredJavaMajor = 17

/**
 * @typedef {{ isUsable: true, javaPath: string, majorVersion: number, versionText: string }
 *   | { isUsable: false, message: string, remedy: string }} JavaDetection
 */

/**
 * Finds Java as its own tools do: JAVA_HOME first, then the PATH.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {JavaDetection}
 */
export function detectJava(env = process.env) {
  const javaPath = findJava(env)
  // `java -version` writes to stderr.
  const { status, stderr } = spawnSync(javaPath, ['-version'], { encoding: 'utf8', env, timeout: 20_000 })
  const majorVersion = status === 0 ? parseJavaMajor(stderr) : undefined
  const remedy = `install a Java runtime ${requiredJavaMajor} or later (Debian: sudo apt-get install -y openjdk-17-jre-headless), or set JAVA_HOME to one`
  if (majorVersion === undefined) return { isUsable: false, message: 'Java was not found on this machine', remedy }
  if (majorVersion < requiredJavaMajor)
    return { isUsable: false, message: `Java ${majorVersion} (${javaPath}) is too old for Kafka 4`, remedy }
  return { isUsable: true, javaPath, majorVersion, versionText: stderr }
}

/** @param {NodeJS.ProcessEnv} env */
function findJava(env) {
  const name = process.platform === 'win32' ? 'java.exe' : 'java'
  const home = env.JAVA_HOME
  return home !== undefined && existsSync(join(home, 'bin', name)) ? join(home, 'bin', name) : name
}

/**
 * "1.8.0_402" is 8, "17.0.15" is 17, "21-ea" is 21.
 *
 * @param {string} versionText the output of `java -version`
 * @returns {number | undefined}
 */
export function parseJavaMajor(versionText) {
  const match = /version "(\d+)(?:\.(\d+))?/.exec(versionText)
  if (match === null) return undefined
  const [, first, second] = match
  return Number(first === '1' && second !== undefined ? second : first)
}
