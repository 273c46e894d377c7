/**
 * Makes the class archive of the embedded Kafka: its classes in the form that Java has in memory after loading. A
 * broker that maps the archive, instead of reading and checking 90 jars, starts in half the time.
 *
 * Java ignores an archive that does not fit its version or the jars, so an outdated one does no harm. A truncated
 * archive would crash Java, so the stamp contains the size.
 */
import { statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { embeddedPath } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { openStaging, swapIn } from './staging.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

const step = 'class-archive'
/** Increment this if a change of this file makes another result from the same jars. */
const recipe = '1'
/** `src/runner/embedded/kafka-process.ts` looks for the archive there. */
const folderPath = join(embeddedPath, 'class-archive')
const archiveName = 'brokers.jsa'
const brokerTimeoutMs = 120_000
/** The Java options of a broker that must be the same for the archive to fit. */
const javaOptions = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData']

/**
 * Makes the archive unless it exists. Starts a broker for it on free ports of the loopback address, and ends that
 * broker.
 *
 * @param {{ javaPath: string, javaVersion: string, jarsPath: string }} places
 * @param {import('./progress.mjs').OnProgress} onProgress
 */
export async function ensureClassArchive(places, onProgress) {
  // Java writes the archive when it exits in order, and Windows has no signal for that.
  if (process.platform === 'win32' || isReady(places)) return
  await withLock(step, {}, async () => {
    if (isReady(places)) return
    onProgress({ message: 'archiving the classes of Apache Kafka, so that brokers start faster', fraction: null })
    const stagedPath = await openStaging(step)
    try {
      await makeArchive(stagedPath, places)
    } finally {
      await rm(stagedPath, { recursive: true, force: true })
    }
  })
}

/** @param {{ javaVersion: string, jarsPath: string }} places */
function isReady(places) {
  return readStamp(folderPath, inputsHash(places)) !== undefined
}

/** Java compares the paths and times of the jars with those in the archive. @param {{ javaVersion: string, jarsPath: string }} places */
function inputsHash({ javaVersion, jarsPath }) {
  const madeAtMs = statSync(join(jarsPath, '.headroom-stamp.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return hashInputs({ values: [recipe, javaVersion, jarsPath, String(madeAtMs)] })
}

/** @param {string} stagedPath @param {{ javaPath: string, javaVersion: string, jarsPath: string }} places */
async function makeArchive(stagedPath, places) {
  const { javaPath, jarsPath } = places
  const finishedPath = join(stagedPath, 'finished')
  await mkdir(finishedPath)
  const archivePath = join(finishedPath, archiveName)
  const propertiesPath = join(stagedPath, 'server.properties')
  await writeFile(propertiesPath, serverProperties(join(stagedPath, 'data'), await findFreePorts()))
  /** @param {readonly string[]} options @param {readonly string[]} command @param {RegExp} [endAfter] */
  const java = (options, command, endAfter) =>
    runCommand(javaPath, [...javaOptions, ...options, '-cp', join(jarsPath, '*'), ...command], {
      timeoutMs: brokerTimeoutMs,
      ...(endAfter === undefined ? {} : { endAfter }),
    })
  const format = ['kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAAAAAAAAAAAAAAA', '-c', propertiesPath]
  await java([], format)
  await java([`-XX:ArchiveClassesAtExit=${archivePath}`], ['kafka.Kafka', propertiesPath], /Kafka Server started/)
  const { exitCode, tail } = await java(
    ['-Xshare:on', `-XX:SharedArchiveFile=${archivePath}`],
    ['kafka.Kafka', '--version'],
  )
  if (exitCode !== 0) throw new SetupError(`Java cannot use the class archive that it made: ${tail.split('\n')[0]}`)
  writeStamp(finishedPath, inputsHash(places), { bytes: statSync(archivePath).size })
  await swapIn(finishedPath, folderPath)
}

/** @param {string} dataPath @param {readonly number[]} ports */
function serverProperties(dataPath, [client, controller]) {
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    `listeners=PLAINTEXT://127.0.0.1:${client},CONTROLLER://127.0.0.1:${controller}`,
    'controller.listener.names=CONTROLLER',
    'offsets.topic.replication.factor=1',
    // A controlled shutdown would wait for another broker to take over the partitions, and there is none.
    'controlled.shutdown.enable=false',
    'log.cleaner.dedupe.buffer.size=4194304',
    `log.dirs=${dataPath}`,
    '',
  ].join('\n')
}

/** Finds two free ports of the loopback address. */
async function findFreePorts() {
  const servers = await Promise.all(
    [1, 2].map(
      () =>
        new Promise((/** @type {(server: import('node:net').Server) => void} */ resolve, reject) => {
          const server = createServer()
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
