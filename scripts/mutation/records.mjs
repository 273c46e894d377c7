/**
 * The files of mutation testing in the repository: scores, equivalent mutants, and the page that shows both.
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
 * @property {import('./scores-page.mjs').RecordedSamples} samples the last random sample of each part that has one
 */

/** @param {string} root @returns {MutationRecord} */
export function readRecord(root) {
  return JSON.parse(readFileSync(recordPath(root), 'utf8'))
}

/**
 * Adds scores to the record and makes the page. Drops the scores of files that no part has any more.
 *
 * @param {string} root
 * @param {import('./scores-page.mjs').RecordedScores} scores
 */
export function keepScores(root, scores) {
  const parts = mutationParts.map((part) => ({ name: part.name, files: filesOfPart(part, mutationParts, root) }))
  const { files: scoredBefore, samples } = readRecord(root)
  const known = { ...scoredBefore, ...scores }
  const files = parts.flatMap((part) => part.files.flatMap((file) => (known[file] ? [[file, known[file]]] : [])))
  const record = {
    parts: Object.fromEntries(parts.map((part) => [part.name, part.files])),
    files: Object.fromEntries(files),
    samples,
  }
  writeRecord(root, record)
}

/**
 * Stores the score of a random sample of a part, in place of its last one, and makes the page.
 *
 * @param {string} root
 * @param {string} part its name
 * @param {import('./scores-page.mjs').RecordedSample} sample
 */
export function keepSample(root, part, sample) {
  const record = readRecord(root)
  writeRecord(root, { ...record, samples: { ...record.samples, [part]: sample } })
}

/** @param {string} root @param {MutationRecord} record */
function writeRecord(root, record) {
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
  const { parts, files, samples } = readRecord(root)
  const choices = mutationParts.map((part) => ({ part, files: parts[part.name] ?? [] }))
  return strengthPage(choices, files, readEquivalents(root), samples)
}
