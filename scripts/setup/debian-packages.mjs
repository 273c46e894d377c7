/**
 * Installs the system packages that Electron, its virtual display and the build of node-rdkafka need.
 *
 * As root on a Debian-like system, such as a container or CI, it installs them. Other users get the command to run, and
 * the steps that need no packages go on.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { runCommand } from './run-command.mjs'

/**
 * `command`: this command on the PATH is sufficient, whatever package it comes from. `renamed`: the name since the
 * transition to 64-bit time (Debian 13, Ubuntu 24.04).
 *
 * @type {readonly { name: string, command?: string, renamed?: string }[]}
 */
const packages = [
  { name: 'xvfb', command: 'xvfb-run' },
  { name: 'xauth', command: 'xauth' },
  { name: 'libgtk-3-0', renamed: 'libgtk-3-0t64' },
  { name: 'libnss3' },
  { name: 'libasound2', renamed: 'libasound2t64' },
  { name: 'libgbm1' },
  { name: 'libx11-xcb1' },
  { name: 'libssl-dev' },
  { name: 'zlib1g-dev' },
  { name: 'libzstd-dev' },
  { name: 'g++', command: 'g++' },
  { name: 'make', command: 'make' },
  { name: 'python3', command: 'python3' },
]

/**
 * @typedef {object} DebianOutcome
 * @property {string[]} missing what is still not there
 * @property {string} [command] how to get it
 */

/**
 * @param {{ onProgress?: import('./progress.mjs').OnProgress, asRoot?: boolean }} [options] `asRoot`: may install
 * @returns {Promise<DebianOutcome>}
 */
export async function ensureDebianPackages({ onProgress = () => {}, asRoot = isRoot() } = {}) {
  const missing = findMissingPackages()
  if (missing.length === 0) return { missing: [] }
  if (!asRoot) return describeMissing(missing, asRoot)
  const onWait = () => onProgress({ message: 'waiting for another process that installs them', fraction: null })
  return withLock('debian-packages', { onWait }, async () => {
    const stillMissing = findMissingPackages()
    if (stillMissing.length > 0) await install(stillMissing, onProgress)
    const left = findMissingPackages()
    return left.length === 0 ? { missing: [] } : describeMissing(left, asRoot)
  })
}

/** @param {string[]} names @param {import('./progress.mjs').OnProgress} onProgress */
async function install(names, onProgress) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const onLine = (/** @type {string} */ line) => {
    if (/^(Get:|Unpacking|Setting up)/.test(line)) onProgress({ message: line.slice(0, 60), fraction: null })
  }
  const options = { env, onLine, timeoutMs: 15 * 60_000 }
  onProgress({ message: `installing ${names.join(' ')}`, fraction: null })
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=120']
  // A failure is not fatal, because the caller looks for missing packages again and reports them.
  await runCommand('apt-get', [...lockTimeout, 'update'], options)
  await runCommand('apt-get', [...lockTimeout, 'install', '-y', '--no-install-recommends', ...names], options)
}

/**
 * Describes the missing packages, with the command that installs them.
 *
 * @param {string[]} missing
 * @param {boolean} asRoot
 * @returns {DebianOutcome}
 */
export function describeMissing(missing, asRoot) {
  return { missing, command: `${asRoot ? '' : 'sudo '}apt-get install -y --no-install-recommends ${missing.join(' ')}` }
}

function isRoot() {
  return process.getuid?.() === 0
}

/** Lists the missing packages. Empty on systems that are not like Debian, whose package names are not known. */
function findMissingPackages() {
  if (process.platform !== 'linux' || !hasCommand('dpkg-query') || !hasCommand('apt-get')) return []
  const usesRenamed = isAfterTimeTransition(readOsRelease())
  const wanted = packages.filter(({ command }) => command === undefined || !hasCommand(command))
  const names = wanted.map(({ name, renamed }) => (usesRenamed ? (renamed ?? name) : name))
  if (names.length === 0) return []
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...names], {
    encoding: 'utf8',
  })
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  )
  return names.filter((name) => !installed.has(name))
}

/** @param {string} name */
function hasCommand(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}

/**
 * True if this system uses the package names since the transition to 64-bit time.
 *
 * @param {string} osRelease the text of /etc/os-release
 */
export function isAfterTimeTransition(osRelease) {
  const id = /^ID="?(\w+)"?$/m.exec(osRelease)?.[1]
  const version = Number(/^VERSION_ID="?([\d.]+)"?$/m.exec(osRelease)?.[1])
  return (id === 'debian' && version >= 13) || (id === 'ubuntu' && version >= 24.04)
}
