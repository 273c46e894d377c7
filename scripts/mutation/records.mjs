/**
 * The files of mutation testing that are kept in the repository: scores, equivalent mutants, and the page of both.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOfPart } from './choose-files.mjs'
import { mutationParts } from './parts.mjs'
import { strengthPage } from './scores-page.mjs'

/**
 * @typedef {object} MutationRecord
 * @property {Readonly<Record<string, readonly string[]>>} parts the files that each part had when this was written
 * @property {import('./scores-page.mjs').RecordedScores} files those of them that were scored
 */

/** @param {string} root @returns {MutationRecord} */
export function readRecord(root) {
  return JSON.parse(readFileSync(recordPath(root), 'utf8'))
}

/**
 * Adds scores to the record and makes the page. Files that no part has any more are forgotten.
 *
 * @param {string} root
 * @param {import('./scores-page.mjs').RecordedScores} scores
 */
export function keepScores(root, scores) {
  const parts = mutationParts.map((part) => ({ name: part.name, files: filesOfPart(part, mutationParts, root) }))
  const known = { ...readRecord(root).files, ...scores }
  const files = parts.flatMap((part) => part.files.flatMap((file) => (known[file] ? [[file, known[file]]] : [])))
  const record = {
    parts: Object.fromEntries(parts.map((part) => [part.name, part.files])),
    files: Object.fromEntries(files),
  }
  writeFileSync(recordPath(root), `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync(join(root, 'docs/test-strength.md'), recordedPage(root))
}

/** @param {string} root */
function recordPath(root) {
  return join(root, 'tests/mutation/scores.json')
}

/** @param {string} root @returns {readonly import('./judge-mutants.mjs').EquivalentMutant[]} */
export function readEquivalents(root) {
  return JSON.parse(readFileSync(join(root, 'tests/mutation/equivalent-mutants.json'), 'utf8'))
}

/** The page as the record makes it. @param {string} root */
export function recordedPage(root) {
  const { parts, files } = readRecord(root)
  const choices = mutationParts.map((part) => ({ part, files: parts[part.name] ?? [] }))
  return strengthPage(choices, files, readEquivalents(root))
}
