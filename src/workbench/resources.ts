/**
 * Locates the parts that ship with Headroom: models, examples, runner.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownModelsPath } from './workspace/workspace-path.ts'

/** Paths of the parts below one root: the repository, or the resources folder of a packaged app. */
export interface Resources {
  readonly modelsPath: string
  /** The user's workspace; null if none is known. The folder need not exist. */
  readonly workspacePath: string | null
  /** Models of the user's workspace; null if no workspace is known. The folder need not exist. */
  readonly ownModelsPath: string | null
  readonly examplesPath: string
  /** The Node executable of the runner. */
  readonly runnerNodePath: string
  /** The runner host's bundled script. */
  readonly hostScriptPath: string
  /** The agent's bundled script. */
  readonly agentScriptPath: string
  /** Folder of the Kafka jars. */
  readonly kafkaJarsPath: string
  /** Script that prepares the runner; null in a packaged app, which contains it. */
  readonly prepareScriptPath: string | null
  /** Script that prints a page with Electron; null in a packaged app, which prints on its own. */
  readonly printScriptPath: string | null
  readonly headroomVersion: string
}

/**
 * Returns the paths below `root` and in the workspace. The files need not exist; without package.json the version is
 * 0.0.0.
 */
export function locateResources(root: string, workspacePath?: string): Resources {
  const developmentRunner = join(root, 'src', 'runner')
  const runnerPath = existsSync(developmentRunner) ? developmentRunner : join(root, 'runner')
  const node = process.platform === 'win32' ? 'node.exe' : 'node'
  const script = (name: string): string | null => {
    const path = join(root, 'scripts', name)
    return existsSync(path) ? path : null
  }
  return {
    modelsPath: join(root, 'models'),
    workspacePath: workspacePath ?? null,
    ownModelsPath: workspacePath === undefined ? null : ownModelsPath(workspacePath),
    examplesPath: join(root, 'examples'),
    runnerNodePath: join(runnerPath, 'node_modules', 'node', 'bin', node),
    hostScriptPath: join(runnerPath, 'dist', 'host.mjs'),
    agentScriptPath: join(runnerPath, 'dist', 'agent.mjs'),
    kafkaJarsPath: join(runnerPath, 'embedded', 'jars'),
    prepareScriptPath: script('prepare-runner.mjs'),
    printScriptPath: script('print-pdf.mjs'),
    headroomVersion: readVersion(root),
  }
}

/**
 * Reads the embedded Kafka's version from the stamp that the set-up left next to the jars; null if there are no jars.
 */
export function embeddedKafkaVersion(resources: Resources): string | null {
  return readField(join(resources.kafkaJarsPath, '.headroom-stamp.json'), 'kafkaVersion')
}

/** Reads Headroom's version. In a packaged app, package.json is inside the asar, which only Electron can read. */
function readVersion(root: string): string {
  const places = [join(root, 'package.json'), join(root, 'app.asar', 'package.json')]
  return places.map((path) => readField(path, 'version')).find((version) => version !== null) ?? '0.0.0'
}

function readField(path: string, field: string): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null) return null
    const text: unknown = Reflect.get(value, field)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
