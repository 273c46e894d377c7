/**
 * A benchmark of the window where no display is.
 */
import { fileURLToPath } from 'node:url'
import { runToEnd } from '../../scripts/setup/run-to-end.mjs'

/** Runs a script once more under Xvfb, with the same words. @param {string} scriptUrl @returns {Promise<number>} its exit code */
export function rerunUnderVirtualDisplay(scriptUrl) {
  const screen = ['-a', '-s', '-screen 0 1920x1200x24']
  return runToEnd('xvfb-run', [...screen, process.execPath, fileURLToPath(scriptUrl), ...process.argv.slice(2)])
}
