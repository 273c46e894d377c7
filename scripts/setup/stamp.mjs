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
    // Missing or unreadable means the same: the step has to run.
    return undefined
  }
}

/**
 * Vouches for a folder; written last, while the folder is still staged, so that it appears with the rename.
 *
 * @param {string} folderPath
 * @param {string} inputsHash
 * @param {Record<string, unknown>} [facts] what was found out while making it, e.g. versions
 */
export function writeStamp(folderPath, inputsHash, facts = {}) {
  writeFileSync(join(folderPath, stampName), `${JSON.stringify({ inputsHash, ...facts }, null, 2)}\n`)
}

/**
 * Takes the claim back, before a tool of others changes the folder in place.
 *
 * @param {string} folderPath
 */
export function removeStamp(folderPath) {
  rmSync(join(folderPath, stampName), { force: true })
}
