/**
 * Checks whether Apache Kafka can run on this machine, which requires Kafka's jars and a Java runtime.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import { kafkaJarsPath } from './runner-files.ts'

/** Brokers of Apache Kafka 4 need Java 17. */
const minJavaMajor = 17

/** Time limit of `java -version`. It is generous, because loading a JVM for the first time takes seconds on a slow disk. */
const javaTimeoutMs = 20_000

/** Says that `embedded:kafka` is available, or what is missing. */
export type EmbeddedKafkaAvailability =
  | {
      readonly isAvailable: true
      /** Path of the Java executable, or its name on the PATH. */
      readonly javaPath: string
      readonly javaVersion: string
      readonly kafkaVersion: string
      readonly reason: null
      readonly remedy: null
    }
  | {
      readonly isAvailable: false
      readonly code: 'JAVA_MISSING' | 'RUNNER_NOT_READY'
      readonly javaVersion: string | null
      /** One sentence that says what is missing. */
      readonly reason: string
      /** One sentence that says what to do. */
      readonly remedy: string
    }

/** Where to look for Java and Kafka. Only tests give other places than the defaults. */
export type EmbeddedKafkaPlaces = {
  readonly environment?: NodeJS.ProcessEnv
  readonly jarsPath?: string
}

/**
 * Looks for Java (in JAVA_HOME, then on the PATH) and for Kafka's jars. Takes about 0.1 s, because it runs
 * `java -version`.
 */
export function detectEmbeddedKafka(places: EmbeddedKafkaPlaces = {}): EmbeddedKafkaAvailability {
  const { environment = process.env, jarsPath = kafkaJarsPath } = places
  const javaPath = findJava(environment)
  const javaVersion = readJavaVersion(javaPath, environment)
  const javaRemedy = `Install a Java runtime ${minJavaMajor} or later (Debian: sudo apt-get install -y openjdk-17-jre-headless), or set JAVA_HOME to one. Without it, choose simulated brokers (embedded:simulated), which limit nothing and so confirm nothing.`
  if (javaVersion === null)
    return missing('JAVA_MISSING', null, 'Java was not found on this machine, and Apache Kafka needs it.', javaRemedy)
  if ((parseJavaMajor(javaVersion) ?? 0) < minJavaMajor)
    return missing(
      'JAVA_MISSING',
      javaVersion,
      `Java ${javaVersion} (${javaPath}) is too old: Apache Kafka needs ${minJavaMajor} or later.`,
      javaRemedy,
    )
  const kafkaVersion = findKafkaVersion(jarsPath)
  if (kafkaVersion === null)
    return missing(
      'RUNNER_NOT_READY',
      javaVersion,
      `The jars of Apache Kafka are not in ${jarsPath} yet.`,
      makeReadyRemedy,
    )
  return { isAvailable: true, javaPath, javaVersion, kafkaVersion, reason: null, remedy: null }
}

/**
 * Reads the major version from a version text, such as 8 from "1.8.0_402", 17 from "17.0.15" and 21 from "21-ea".
 *
 * @returns null if the text does not begin with a number
 */
export function parseJavaMajor(version: string): number | null {
  const match = /^(\d+)(?:\.(\d+))?/.exec(version)
  if (match === null) return null
  return Number(match[1] === '1' && match[2] !== undefined ? match[2] : match[1])
}

/** Reads Kafka's version from the name of the broker's jar in a folder. @returns null if there is no such jar */
export function findKafkaVersion(jarsPath: string): string | null {
  if (!existsSync(jarsPath)) return null
  for (const name of readdirSync(jarsPath)) {
    const version = /^kafka_\d+\.\d+-(.+)\.jar$/.exec(name)?.[1]
    if (version !== undefined) return version
  }
  return null
}

function missing(
  code: 'JAVA_MISSING' | 'RUNNER_NOT_READY',
  javaVersion: string | null,
  reason: string,
  remedy: string,
): EmbeddedKafkaAvailability {
  return { isAvailable: false, code, javaVersion, reason, remedy }
}

function findJava(environment: NodeJS.ProcessEnv): string {
  const name = process.platform === 'win32' ? 'java.exe' : 'java'
  const home = environment.JAVA_HOME
  const inHome = home === undefined || home === '' ? null : join(home, 'bin', name)
  return inHome !== null && existsSync(inHome) ? inHome : name
}

function readJavaVersion(javaPath: string, environment: NodeJS.ProcessEnv): string | null {
  // `java -version` writes to stderr.
  const { status, stderr } = spawnSync(javaPath, ['-version'], {
    encoding: 'utf8',
    env: environment,
    timeout: javaTimeoutMs,
  })
  return status === 0 ? (/version "([^"]+)"/.exec(stderr)?.[1] ?? null) : null
}
