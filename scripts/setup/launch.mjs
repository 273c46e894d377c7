/**
 * How Electron is started in a repository: whether there is a screen, its arguments, and what may prevent its sandbox
 * from starting.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {NodeJS.Platform} [platform]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function hasDisplay(platform = process.platform, env = process.env) {
  if (platform === 'darwin' || platform === 'win32') return true
  return Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/**
 * @param {string} appPath
 * @param {readonly string[]} appArguments
 * @param {{ platform?: NodeJS.Platform, userId?: number | undefined }} [system]
 * @returns {string[]}
 */
export function electronArguments(
  appPath,
  appArguments,
  { platform = process.platform, userId = process.getuid?.() } = {},
) {
  // Chromium's sandbox refuses to run as root. Only then is it switched off.
  const sandbox = platform === 'linux' && userId === 0 ? ['--no-sandbox'] : []
  return [...sandbox, appPath, ...appArguments]
}

/** Kernel settings that prevent users' programs from creating namespaces, with the value that does so. */
const restrictions = [
  { path: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns', refuses: '1' }, // Ubuntu 23.10 and later
  { path: '/proc/sys/kernel/unprivileged_userns_clone', refuses: '0' }, // Debian 10 and its like
]

/**
 * Returns a remedy if Electron did not start and its sandbox may be the cause. Chromium's sandbox needs namespaces, or
 * a helper that belongs to root. Undefined if neither is missing.
 *
 * @param {string} distPath the folder of the executable
 * @param {{ platform?: NodeJS.Platform, userId?: number | undefined, readText?: (path: string) => string }} [system]
 * @returns {string | undefined}
 */
export function sandboxRemedy(
  distPath,
  { platform = process.platform, userId = process.getuid?.(), readText = readOrEmpty } = {},
) {
  if (platform !== 'linux' || userId === 0) return undefined
  if (!restrictions.some(({ path, refuses }) => readText(path).trim() === refuses)) return undefined
  const helperPath = join(distPath, 'chrome-sandbox')
  const helper = statSync(helperPath, { throwIfNoEntry: false })
  if (helper?.uid === 0 && (helper.mode & 0o4000) !== 0) return undefined
  return [
    'If the window did not open: this system keeps programs from the namespaces that Electron’s sandbox needs.',
    `Give it the helper that works without them: sudo chown root:root ${helperPath} && sudo chmod 4755 ${helperPath}`,
    'The command line needs no window: npm run -s headroom -- --help',
  ].join('\n')
}

/** @param {string} path */
function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
