/**
 * The files of mutation testing that are kept in the repository: scores, equivalent mutants, and the page of both.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOfPart } from './choose-files.mjs'
import { mutationParts } from './parts.mjs'
import { strengthPage } from './scores-page.mjs'

/** @param {string} root @returns {import('./scores-page.mjs').RecordedScores} */
export function readScores(root) {
  return JSON.parse(readFileSync(scoresPath(root), 'utf8'))
}

/** @param {string} root @param {import('./scores-page.mjs').RecordedScores} scores */
export function writeScores(root, scores) {
  const sorted = Object.fromEntries(Object.entries(scores).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(scoresPath(root), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** @param {string} root */
function scoresPath(root) {
  return join(root, 'tests/mutation/scores.json')
}

/** @param {string} root @returns {readonly import('./judge-mutants.mjs').EquivalentMutant[]} */
export function readEquivalents(root) {
  return JSON.parse(readFileSync(join(root, 'tests/mutation/equivalent-mutants.json'), 'utf8'))
}

/** The page as the recorded scores make it. @param {string} root */
export function recordedPage(root) {
  const parts = mutationParts.map((part) => ({ part, files: filesOfPart(part, mutationParts, root) }))
  return strengthPage(parts, readScores(root), readEquivalents(root))
}

/** @param {string} root */
export function writePage(root) {
  writeFileSync(join(root, 'docs/test-strength.md'), recordedPage(root))
}
