/**
 * Looks at the parts of a run: the runner with librdkafka and its load engine, Java, Maven, the embedded Kafka, and
 * Electron.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Finding } from '../../contracts/doctor.ts'
import type { Environment } from '../../contracts/environment.ts'
import { runnerProtocolVersion } from '../../contracts/runner-protocol.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import { startHostProcess } from '../fleets/host-process.ts'
import { embeddedKafkaVersion, type Resources } from '../resources.ts'
import { missing, ok, wrong } from './finding.ts'
import { type Ran, runBounded } from './run-bounded.ts'

const greetingTimeoutMs = 8_000

/** Starts a host, reads its environment, and ends it. Its state is in a temporary folder, so that it cleans up nothing. */
export async function checkRunner(resources: Resources): Promise<Finding[]> {
  if (!existsSync(resources.runnerNodePath) || !existsSync(resources.hostScriptPath)) {
    return [missing('runner', 'it is not prepared yet', makeReadyRemedy)]
  }
  const stateDirectory = await mkdtemp(join(tmpdir(), 'headroom-doctor-')).catch(() => null)
  if (stateDirectory === null) {
    const remedy = 'Make room in the folder of TMPDIR, or set TMPDIR to one that can be written.'
    return [wrong('runner', 'not known, because no temporary file can be written', remedy)]
  }
  try {
    const greeting = await greetedBy(resources, stateDirectory)
    if (greeting === 'ended') return [wrong('runner', 'it ended as soon as it was started', makeReadyRemedy)]
    if (greeting === 'silent') {
      return [wrong('runner', `it did not answer within ${greetingTimeoutMs / 1000} s`, makeReadyRemedy)]
    }
    return [ok('runner', `Node ${greeting.nodeVersion}`), ...clientFindings(greeting)]
  } finally {
    await rm(stateDirectory, { recursive: true, force: true })
  }
}

/** Returns the environment that the host greets with, or why there is no greeting. */
async function greetedBy(resources: Resources, stateDirectory: string): Promise<Environment | 'ended' | 'silent'> {
  const place = { nodePath: resources.runnerNodePath, scriptPath: resources.hostScriptPath, stateDirectory }
  let timer: NodeJS.Timeout | undefined
  let host: ReturnType<typeof startHostProcess> | undefined
  try {
    return await new Promise<Environment | 'ended' | 'silent'>((resolve) => {
      timer = setTimeout(() => resolve('silent'), greetingTimeoutMs)
      host = startHostProcess(place, (message) => {
        if (message.type === 'hello') resolve(message.environment)
      })
      host.send({ type: 'hello', protocolVersion: runnerProtocolVersion })
      void host.exited.then(() => resolve('ended'))
    })
  } finally {
    clearTimeout(timer)
    host?.kill()
    await host?.exited
  }
}

/** Features of librdkafka that clusters need, and the packages from which they are built. */
const neededFeatures = [
  ['ssl', 'libssl-dev'],
  ['sasl_scram', 'libssl-dev'],
  ['lz4', 'a C compiler'],
  ['zstd', 'libzstd-dev'],
] as const

function clientFindings({ librdkafkaVersion, librdkafkaFeatures, loops }: Environment): Finding[] {
  const absent = neededFeatures.filter(([feature]) => !librdkafkaFeatures.includes(feature))
  const needed = [...new Set(absent.map(([, from]) => from))].join(', ')
  const shown = `${librdkafkaVersion} with ${librdkafkaFeatures.join(', ')}`
  const engineRemedy = 'Install a C compiler, then prepare the runner again with npm start. Runs work without it.'
  return [
    absent.length === 0
      ? ok('librdkafka', shown)
      : wrong(
          'librdkafka',
          `${shown}; without ${absent.map(([name]) => name).join(', ')}`,
          `Install ${needed}, and prepare the runner again with npm start.`,
        ),
    loops?.consumers.kind === 'native'
      ? ok(
          'load-engine',
          `consumers in C; ${loops.producers.kind === 'native' ? 'producers too' : 'producers in JavaScript'}`,
        )
      : missing('load-engine', loops?.consumers.reason ?? 'it was not built', engineRemedy),
  ]
}

const javaRemedy = 'Install a Java runtime 17 or later, or set JAVA_HOME to one.'
const javaHomeRemedy = 'Set JAVA_HOME to the folder of a Java runtime 17 or later, or unset it.'

/** Asks Java for its version. Like Kafka's own scripts, Headroom uses the Java in JAVA_HOME if that variable is set. */
export async function checkJava(environment: Readonly<Record<string, string | undefined>>): Promise<Finding> {
  const home = environment.JAVA_HOME ?? ''
  const { end, output } = await runBounded(home === '' ? 'java' : join(home, 'bin', 'java'), ['-version'])
  const version = /version "([\w.+-]{1,40})"/.exec(output)?.[1]
  const remedy = home === '' ? javaRemedy : javaHomeRemedy
  if (end === 'not-found') {
    return missing('java', home === '' ? 'it was not found' : 'the folder of JAVA_HOME has no bin/java', remedy)
  }
  if (end !== 'ok' || version === undefined) return wrong('java', failureOf(end), remedy)
  return Number.parseInt(version, 10) >= 17 ? ok('java', version) : wrong('java', `${version} is too old`, remedy)
}

/** Asks Maven for its version. Maven only fetches the jars of the embedded Kafka, which a packaged app contains. */
export async function checkMaven(resources: Resources): Promise<Finding> {
  if (resources.prepareScriptPath === null) return ok('maven', 'not needed: the jars are in the package')
  const { end, output } = await runBounded('mvn', ['--version'])
  const version = /Apache Maven ([\w.-]{1,40})/.exec(output)?.[1]
  if (end === 'ok' && version !== undefined) return ok('maven', version)
  const what = end === 'not-found' ? 'it was not found' : failureOf(end)
  if (embeddedKafkaVersion(resources) !== null) return ok('maven', `${what}, and is not needed: the jars are there`)
  return end === 'not-found'
    ? missing('maven', what, 'Install Maven 3.6 or later.')
    : wrong('maven', what, 'See what mvn --version says. It needs a Java runtime, too.')
}

/** Why a program gave no version. */
function failureOf(end: Ran['end']): string {
  return end === 'too-late' ? 'it did not say its version within 8 s' : 'it was started, and did not say its version'
}

/** Looks for the jars of the embedded Kafka. */
export function checkEmbeddedKafka(resources: Resources): Finding {
  const version = embeddedKafkaVersion(resources)
  return version === null
    ? missing('embedded-kafka', 'its jars are not there yet', makeReadyRemedy)
    : ok('embedded-kafka', `Apache Kafka ${version}`)
}

/** Looks for Electron and its system libraries by the scripts of the repository. A packaged app has its own. */
export async function checkElectron({ printScriptPath }: Resources): Promise<Finding> {
  if (printScriptPath === null) return ok('electron', 'in the package')
  const finder = pathToFileURL(join(dirname(printScriptPath), 'setup', 'electron-runtime.mjs')).href
  const script = `import(process.argv[1]).then(async ({ findElectron, findMissingLibrary }) => {
    const found = findElectron()
    if (found === undefined) return
    const library = await findMissingLibrary(found)
    console.log('Electron ' + found.electronVersion + ' (' + found.kind + ')' + (library ? ' lacks ' + library : ''))
  })`
  const { end, output } = await runBounded(process.execPath, ['-e', script, finder])
  const [, found, library] = /(Electron [\w.-]{1,40} \(\w{1,40}\))(?: lacks (lib[\w.+-]{1,80}|.))?/.exec(output) ?? []
  if (end === 'ok' && found !== undefined && library === undefined) return ok('electron', found)
  if (end === 'ok' && found !== undefined) {
    const what = library?.startsWith('lib') === true ? `it does not find ${library}` : 'it cannot be started'
    return wrong('electron', `${found}: ${what}`, 'Run npm start once, which names the packages that it needs.')
  }
  return missing('electron', 'it was not found', 'Run npm start once, which gets it.')
}
