/**
 * Makes the tables in docs/reliability.md that come from the table of faults.
 */
import { basename } from 'node:path'

/**
 * @typedef {object} DocumentedCase
 * @property {readonly string[]} times
 * @property {string} what
 * @property {string} [standIn]
 * @property {string} [kept]
 * @property {string} [said]
 * @property {string} [cleaned]
 * @property {readonly { file: string, titles: readonly string[] }[]} tests
 *
 * @typedef {object} DocumentedFault
 * @property {string} fault
 * @property {readonly DocumentedCase[]} cases
 * @property {readonly string[]} [cannot]
 */

export const reliabilityPage = 'docs/reliability.md'

const begin = '<!-- made by node scripts/write-fault-tables.mjs -->\n'
const end = '<!-- end of what is made -->\n'

/**
 * Returns the page with its tables replaced by those of the faults.
 *
 * @param {string} text of the page, with a pair of comments around the tables
 * @param {readonly DocumentedFault[]} faults
 * @param {readonly string[]} times when a fault can happen
 * @throws {Error} if the comments are missing
 */
export function withFaultTables(text, faults, times) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from)
    throw new Error(`${reliabilityPage} needs the lines ${begin}and ${end}around its tables.`)
  const tables = faults.map(({ fault, cases }) => `## ${fault}\n\n${casesOf(cases)}`)
  const made = [`## Faults and phases\n\n${overviewOf(faults, times)}`, ...tables]
  return `${text.slice(0, from + begin.length)}\n${made.join('\n')}\n${text.slice(to)}`
}

/**
 * @param {readonly DocumentedFault[]} faults
 * @param {readonly string[]} times
 */
function overviewOf(faults, times) {
  const rows = faults.map((fault) => [linkTo(fault.fault), ...times.map((time) => stateAt(fault, time))])
  return tableOf(['fault', ...times], rows)
}

/** @param {string} heading */
function linkTo(heading) {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
  return `[${heading}](#${anchor})`
}

/**
 * Says whether a fault is tested at a time, as the text of a cell.
 *
 * @param {DocumentedFault} fault
 * @param {string} time
 */
function stateAt({ cases, cannot = [] }, time) {
  if (cannot.includes(time)) return '–'
  const own = cases.filter(({ times }) => times.includes(time))
  const tested = own.filter(({ tests }) => tests.length > 0)
  if (tested.length === 0) return '**not tested**'
  const how = tested.every(({ standIn }) => standIn !== undefined) ? 'stand-in' : 'tested'
  return tested.length < own.length ? `${how} in part` : how
}

/** @param {readonly DocumentedCase[]} cases */
function casesOf(cases) {
  const rows = cases.map(({ times, what, standIn, kept, said, cleaned, tests }) => {
    const claims = tests.length === 0 ? ['', '', ''] : [kept, said, cleaned].map((claim) => claim ?? 'not asserted')
    const happens = standIn === undefined ? what : `${what} (${standIn})`
    return [times.join(', '), happens, ...claims, tests.length === 0 ? '**not tested**' : tests.map(namesOf).join('; ')]
  })
  return tableOf(['when', 'what happens', 'kept', 'said', 'cleaned up', 'test'], rows)
}

/** @param {DocumentedCase['tests'][number]} tests */
function namesOf({ file, titles }) {
  const label = basename(file).replace(/\.(test|e2e)\.ts$/, '')
  return `[${label}](../${file}) ${titles.map((title) => `*${title}*`).join(', ')}`
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function tableOf(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`
}
