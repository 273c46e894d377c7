/**
 * Finds the official Electron where its package installs it, or downloads it there within a time limit.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryPath } from './paths.mjs'
import { cleanEnvironment, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * Time without progress after which a download is ended. Some networks drop packets instead of refusing a connection,
 * and must not delay the first start for longer.
 */
const silenceMs = 15_000
const electronPackagePath = join(repositoryPath, 'node_modules', 'electron')

/** @returns {import('./electron-runtime.mjs').ElectronRuntime | undefined} */
export function findOfficialElectron() {
  const distPath = join(electronPackagePath, 'dist')
  const wanted = wantedVersion()
  const executablePath = join(distPath, executableName(process.platform))
  try {
    const found = readFileSync(join(distPath, 'version'), 'utf8').trim().replace(/^v/, '')
    if (found !== wanted || !existsSync(executablePath)) return undefined
    // Electron's installer writes this file last. Without it, the folder is incomplete.
    readFileSync(join(electronPackagePath, 'path.txt'))
  } catch {
    return undefined
  }
  return { executablePath, distPath, kind: 'official', electronVersion: wanted }
}

/**
 * Downloads it. Throws within seconds if that is not possible.
 *
 * @param {import('./progress.mjs').OnProgress} onProgress
 * @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime>}
 */
export async function downloadOfficialElectron(onProgress) {
  onProgress({ message: `asking for the official Electron ${wantedVersion()}`, fraction: null })
  const options = { cwd: repositoryPath, env: cleanEnvironment() }
  const download = await runCommand(
    process.execPath,
    [fileURLToPath(new URL('electron-download.mjs', import.meta.url))],
    {
      ...options,
      silenceMs,
      timeoutMs: 20 * 60_000,
      onLine: (line) => {
        const fraction = Number(/^progress (\S+)$/.exec(line)?.[1])
        if (fraction >= 0) onProgress({ message: `downloading the official Electron ${wantedVersion()}`, fraction })
      },
    },
  )
  if (download.exitCode !== 0)
    throw new SetupError(`the official Electron cannot be downloaded: ${download.tail.split('\n').at(-1)}`)
  onProgress({ message: 'unpacking the official Electron', fraction: null })
  // Electron's installer finds the file in the cache and unpacks it.
  const install = await runCommand(process.execPath, [join(electronPackagePath, 'install.js')], {
    ...options,
    timeoutMs: 5 * 60_000,
  })
  const found = findOfficialElectron()
  if (install.exitCode !== 0 || found === undefined)
    throw new SetupError(`the official Electron does not unpack: ${install.tail.split('\n')[0]}`)
  return found
}

function wantedVersion() {
  return String(JSON.parse(readFileSync(join(electronPackagePath, 'package.json'), 'utf8')).version)
}

/**
 * Path of the executable in a distribution, as in Electron's own installer.
 *
 * @param {NodeJS.Platform} platform
 */
function executableName(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}
