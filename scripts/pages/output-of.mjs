/**
 * Runs the commands from whose output a script writes files.
 */
import { spawnSync } from 'node:child_process'
import { repositoryPath } from '../setup/paths.mjs'

/**
 * Returns the output of a command in the repository. Ends this script if the command fails.
 * @param {string} command
 * @param {readonly string[]} words
 */
export function outputOf(command, words) {
  const { status, stdout } = spawnSync(command, words, {
    cwd: repositoryPath,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 2 ** 20,
  })
  if (status !== 0) process.exit(status ?? 1)
  return stdout
}
