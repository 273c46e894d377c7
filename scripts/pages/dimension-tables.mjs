/**
 * Makes the tables in docs/ that come from the records of dimensions.
 */

/**
 * @typedef {object} DocumentedDimension
 * @property {string} role
 * @property {string} slows
 * @property {string} demand
 * @property {{ unit: string } | null} limit
 * @property {string} [capacity]
 * @property {boolean} takesFromBandwidth
 *
 * @typedef {Readonly<Record<string, DocumentedDimension>>} DocumentedDimensions
 */

/** The pages with such a table, each with the function that makes it. */
const makers = { 'docs/models.md': dimensionTable, 'docs/adding-a-model.md': unitTable }

/** @typedef {keyof typeof makers} MadePage */

export const madePages = /** @type {readonly MadePage[]} */ (Object.keys(makers))

const begin = '<!-- made by node scripts/write-dimension-tables.mjs -->\n'
const end = '<!-- end of what is made -->\n'

/**
 * Returns a page with its table replaced by that of the records.
 *
 * @param {MadePage} page
 * @param {string} text of the page, with a pair of comments around the table
 * @param {DocumentedDimensions} records
 * @throws {Error} if the comments are missing
 */
export function withDimensionTable(page, text, records) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${page} needs the lines ${begin}and ${end}around its table.`)
  return `${text.slice(0, from + begin.length)}\n${makers[page](records)}\n${text.slice(to)}`
}

/** @param {DocumentedDimensions} records */
function dimensionTable(records) {
  const rows = Object.entries(records).map(
    ([dimension, { role, slows, demand, limit, capacity, takesFromBandwidth }]) => [
      `\`${dimension}\``,
      takesFromBandwidth ? `${role}, takes from the bandwidth` : role,
      slows,
      demand,
      capacity ?? `the offering's limit, ${limit?.unit}`,
    ],
  )
  return table(['dimension', 'role', 'slows', 'demand', 'capacity'], rows)
}

/** @param {DocumentedDimensions} records */
function unitTable(records) {
  /** @type {Map<string, string[]>} */
  const byUnit = new Map()
  for (const [dimension, { limit }] of Object.entries(records)) {
    if (limit !== null) byUnit.set(limit.unit, [...(byUnit.get(limit.unit) ?? []), `\`${dimension}\``])
  }
  const rows = [...byUnit].map(([unit, dimensions]) => [`\`${unit}\``, dimensions.join(', ')])
  return table(['`unit`', '`dimension`'], rows)
}

/**
 * @param {readonly string[]} heading
 * @param {readonly (readonly string[])[]} rows
 */
function table(heading, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |\n`
  return `${line(heading)}|${'---|'.repeat(heading.length)}\n${rows.map(line).join('')}`
}
