/**
 * A benchmark of the window where no display is.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a script once more under Xvfb. @param {string} scriptUrl @returns {number} its exit code */
export function rerunUnderVirtualDisplay(scriptUrl) {
  const screen = ['-a', '-s', '-screen 0 1920x1200x24']
  const outcome = spawnSync('xvfb-run', [...screen, process.execPath, fileURLToPath(scriptUrl)], { stdio: 'inherit' })
  return outcome.status ?? 1
}
