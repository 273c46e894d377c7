/**
 * How Electron is started on a repository: whether there is a screen for it, and with which arguments.
 */

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
  // Chromium's sandbox refuses to run as root, and only then goes without.
  const sandbox = platform === 'linux' && userId === 0 ? ['--no-sandbox'] : []
  return [...sandbox, appPath, ...appArguments]
}
