/**
 * Parses the arguments of `npm test` and `npm run test:long`.
 */
import { allNeeds, longParts, shortSuites } from './suites.mjs'

/**
 * @typedef {object} GateRequest
 * @property {readonly import('./suites.mjs').Suite[]} suites
 * @property {boolean} isLong
 * @property {boolean} isSubset true if only some suites were requested
 * @property {boolean} isAllRequired nothing may be skipped: with --all or CI=true
 * @property {readonly import('./suites.mjs').Need[]} without needs that the caller excludes; suites with one of them are left out
 * @property {number} busyProcesses processes that keep a core each busy meanwhile
 * @property {number} times how often each suite runs
 */

export const usage = `npm test [-- [SUITE...] [--all] [--without NEED] [--busy N] [--times N]]
npm run test:long [-- [PART...] [the same options]]
  suites: ${shortSuites.map(({ name }) => name).join(', ')}
  parts: ${longParts.map(({ name }) => partName(name)).join(', ')}
  --all            fail where anything is skipped (so does CI=true)
  --without NEED   leave out the suites that need ${allNeeds.join(', ')}
  --busy N         beside N processes that keep a core each busy (0 to 16)
  --times N        run each suite N times (1 to 100)`

/**
 * @param {readonly string[]} words
 * @param {{ CI?: string | undefined }} env
 * @returns {{ request: GateRequest } | { problems: string[] }} all problems at once
 */
export function parseGateArguments(words, env) {
  /** @type {string[]} */
  const problems = []
  const isLong = words.includes('--long')
  const offered = isLong ? longParts : shortSuites
  /** @type {Set<string>} */
  const asked = new Set()
  /** @type {Set<import('./suites.mjs').Need>} */
  const without = new Set()
  const numbers = { '--busy': 0, '--times': 1 }
  let isAllRequired = env.CI === 'true'
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--long') continue
    if (word === '--all') isAllRequired = true
    else if (word === '--without') {
      at += 1
      for (const need of (words[at] ?? '').split(',')) {
        const known = allNeeds.find((name) => name === need)
        if (known === undefined) problems.push(`--without ${need}: expected one of ${allNeeds.join(', ')}`)
        else without.add(known)
      }
    } else if (word === '--busy' || word === '--times') {
      at += 1
      const [min, max] = word === '--busy' ? [0, 16] : [1, 100]
      const value = Number(words[at])
      if (Number.isInteger(value) && value >= min && value <= max) numbers[word] = value
      else problems.push(`${word} ${words[at] ?? ''}: expected a whole number from ${min} to ${max}`)
    } else if (offered.some(({ name }) => name === word || partName(name) === word)) {
      asked.add(word)
    } else {
      problems.push(`${word}: not a ${isLong ? 'part of the long tests' : 'suite'} and not an option`)
    }
  }
  if (isAllRequired && without.size > 0)
    problems.push('--without contradicts --all and CI=true: nothing may be left out')
  if (problems.length > 0) return { problems }
  const suites = offered.filter(({ name }) => asked.size === 0 || asked.has(name) || asked.has(partName(name)))
  return {
    request: {
      suites,
      isLong,
      isSubset: asked.size > 0,
      isAllRequired,
      without: [...without],
      busyProcesses: numbers['--busy'],
      times: numbers['--times'],
    },
  }
}

/** The name of a part on the command line. @param {string} name of its suite */
function partName(name) {
  return name.replace(/^long-/, '')
}
