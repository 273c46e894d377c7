/**
 * Stamps let a second start see within milliseconds that nothing has to be done.
 *
 * A stamp is inside the folder that it describes, so deleting the folder also deletes the stamp.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampName = '.headroom-stamp.json'

/**
 * One hash over everything that decides what a step makes: files by content, the rest by value.
 *
 * @param {{ files?: readonly string[], values?: readonly string[] }} inputs
 */
export function hashInputs({ files = [], values = [] }) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file)).update('\0')
  for (const value of values) hash.update(value).update('\0')
  return hash.digest('hex')
}

/**
 * The stamp of a folder, or undefined when there is none or it was made from other inputs.
 *
 * @param {string} folderPath
 * @param {string} inputsHash
 * @returns {Record<string, unknown> | undefined}
 */
export function readStamp(folderPath, inputsHash) {
  try {
    const stamp = JSON.parse(readFileSync(join(folderPath, stampName), 'utf8'))
    return stamp.inputsHash === inputsHash ? stamp : undefined
  } catch {
    // A missing stamp and an unreadable one have the same meaning: the step must run.
    return undefined
  }
}

/**
 * Writes the stamp of a folder. Call it last, before the finished folder is renamed to its place, so that both appear together.
 *
 * @param {string} folderPath
 * @param {string} inputsHash
 * @param {Record<string, unknown>} [facts] what became known while the folder was made, e.g. versions
 */
export function writeStamp(folderPath, inputsHash, facts = {}) {
  writeFileSync(join(folderPath, stampName), `${JSON.stringify({ inputsHash, ...facts }, null, 2)}\n`)
}

/**
 * Removes the stamp of a folder. Call it before another tool changes the folder in place.
 *
 * @param {string} folderPath
 */
export function removeStamp(folderPath) {
  rmSync(join(folderPath, stampName), { force: true })
}
