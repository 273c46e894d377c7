/**
 * Gets the Apache Kafka of `embedded:kafka`: Maven copies its jars to src/runner/embedded/jars.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { detectJava } from './java.mjs'
import { withLock } from './lock.mjs'
import { embeddedPath } from './paths.mjs'
import { checkJars } from './pinned-jars.mjs'
import { cleanEnvironment, runCommand } from './run-command.mjs'
import { JavaMissingError, SetupError } from './setup-error.mjs'
import { openStaging, swapIn } from './staging.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

const step = 'kafka-jars'
/** Increment this if a change of this file makes another result from the same pom.xml. */
const recipe = '1'
const pomPath = join(embeddedPath, 'pom.xml')
const jarsPath = join(embeddedPath, 'jars')
/** The pinned hash of each jar, as lines of `sha512sum`. `scripts/pin-kafka-jars.mjs` writes them. */
export const pinnedJarsPath = join(embeddedPath, 'jars.sha512')
/**
 * Approximate number of Maven's downloads into an empty repository: jars, their poms, and its own plugins. Only for the
 * progress bar.
 */
const usualDownloads = 490

/**
 * @typedef {object} KafkaJars
 * @property {string} jarsPath everything in it belongs on the class path
 * @property {string} kafkaVersion
 */

/** Returns the finished folder; undefined if it does not exist yet. @returns {KafkaJars | undefined} */
export function findKafkaJars() {
  const stamp = readStamp(jarsPath, inputsHash())
  return stamp === undefined ? undefined : { jarsPath, kafkaVersion: String(stamp.kafkaVersion) }
}

/**
 * Gets the jars, and checks that Java can load Kafka from them.
 *
 * Java is checked even if the jars exist, because they are of no use without it.
 *
 * @param {{ onProgress?: import('./progress.mjs').OnProgress }} [options]
 * @returns {Promise<KafkaJars>}
 */
export async function ensureKafkaJars({ onProgress = () => {} } = {}) {
  const java = detectJava()
  if (!java.isUsable) throw new JavaMissingError(java.message, java.remedy)
  const ready = findKafkaJars()
  if (ready !== undefined) return ready
  const onWait = (/** @type {number} */ waitedMs, /** @type {string} */ holder) =>
    onProgress({
      message: `waiting for ${holder}, which is fetching them, ${Math.round(waitedMs / 1000)} s so far`,
      fraction: null,
    })
  return withLock(step, { onWait }, async () => findKafkaJars() ?? (await makeKafkaJars(java.javaPath, onProgress)))
}

/** @param {string} javaPath @param {import('./progress.mjs').OnProgress} onProgress @returns {Promise<KafkaJars>} */
async function makeKafkaJars(javaPath, onProgress) {
  const stagedPath = await openStaging(step)
  try {
    const stagedJarsPath = join(stagedPath, 'jars')
    await mkdir(stagedJarsPath)
    await copyJars(stagedJarsPath, onProgress)
    await checkJars(stagedJarsPath, await readFile(pinnedJarsPath, 'utf8'))
    const kafkaVersion = await readKafkaVersion(javaPath, stagedJarsPath)
    writeStamp(stagedJarsPath, inputsHash(), { kafkaVersion })
    await swapIn(stagedJarsPath, jarsPath)
    return { jarsPath, kafkaVersion }
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

/**
 * Copies the jars of pom.xml to a folder with Maven.
 *
 * @param {string} outputPath
 * @param {import('./progress.mjs').OnProgress} onProgress
 */
export async function copyJars(outputPath, onProgress) {
  let downloads = 0
  onProgress({ message: 'asking Maven for Apache Kafka (54 MB)', fraction: 0 })
  const { exitCode, tail } = await runMaven(
    [
      '--batch-mode',
      '--strict-checksums',
      '-f',
      pomPath,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${outputPath}`,
    ],
    (line) => {
      const file = /Downloaded from .*\/([^/ ]+\.(?:jar|pom))/.exec(line)?.[1]
      if (file === undefined) return
      downloads += 1
      onProgress({ message: `downloading Apache Kafka: ${file}`, fraction: Math.min(downloads / usualDownloads, 0.98) })
    },
  )
  if (exitCode !== 0)
    throw new SetupError(
      `Maven could not fetch Apache Kafka: ${firstMavenError(tail)}`,
      'check the network and the repositories in ~/.m2/settings.xml, then try again',
    )
}

/** @param {readonly string[]} args @param {(line: string) => void} onLine */
async function runMaven(args, onLine) {
  const isWindows = process.platform === 'win32'
  const options = { env: cleanEnvironment(), onLine, timeoutMs: 15 * 60_000, silenceMs: 3 * 60_000 }
  try {
    return await (isWindows
      ? runCommand('cmd.exe', ['/d', '/s', '/c', 'mvn', ...args], options)
      : runCommand('mvn', args, options))
  } catch (error) {
    if (/** @type {{ cause?: NodeJS.ErrnoException }} */ (error).cause?.code !== 'ENOENT') throw error
    throw new SetupError(
      'Maven was not found on this machine',
      'install Maven (Debian: sudo apt-get install -y maven)',
      error,
    )
  }
}

/**
 * Loads the broker's main class, so that a wrong set of jars fails here and not in a run.
 * @param {string} javaPath
 * @param {string} classFolderPath
 * @param {string} classFolderPath
 */
async function readKafkaVersion(javaPath, classFolderPath) {
  const { exitCode, tail, output } = await runCommand(
    javaPath,
    ['-cp', join(classFolderPath, '*'), 'kafka.Kafka', '--version'],
    { timeoutMs: 60_000 },
  )
  const version = /^(\d+\.\d+\.\d+)/m.exec(output)?.[1]
  if (exitCode !== 0 || version === undefined)
    throw new SetupError(`Kafka does not start from its jars: ${tail.split('\n')[0]}`)
  return version
}

function inputsHash() {
  return hashInputs({ files: [pomPath, pinnedJarsPath], values: [recipe] })
}

/** @param {string} tail */
function firstMavenError(tail) {
  const line = tail.split('\n').find((each) => each.startsWith('[ERROR]')) ?? tail.split('\n').at(-1) ?? ''
  return line.replace('[ERROR] ', '').slice(0, 300)
}
