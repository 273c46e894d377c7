/**
 * Makes the tables in docs/verdicts.md that come from the rows of the verdict.
 */

/**
 * @typedef {object} DocumentedRow
 * @property {string} id
 * @property {string} condition
 * @property {string} verdict
 * @property {string} reasonCode
 * @property {string} sentence
 *
 * @typedef {readonly { theme: string, rows: readonly DocumentedRow[] }[]} DocumentedTable
 */

export const verdictPage = 'docs/verdicts.md'

const begin = '<!-- made by node scripts/write-verdict-table.mjs -->\n'
const end = '<!-- end of what is made -->\n'

/**
 * Returns the page with its tables replaced by those of the rows.
 *
 * @param {string} text of the page, with a pair of comments around the table
 * @param {DocumentedTable} table
 * @throws {Error} if the comments are missing
 */
export function withVerdictTable(text, table) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${verdictPage} needs the lines ${begin}and ${end}around its table.`)
  const themes = table.map(({ theme, rows }) => `### ${theme}\n\n${tableOf(rows)}`)
  return `${text.slice(0, from + begin.length)}\n${themes.join('\n')}\n${text.slice(to)}`
}

/** @param {readonly DocumentedRow[]} rows */
function tableOf(rows) {
  const lines = rows.map(
    ({ id, condition, verdict, reasonCode, sentence }) =>
      `| \`${id}\` | ${condition} | ${verdict}: \`${reasonCode}\` | ${sentence} |`,
  )
  return `${['| row | applies when | verdict | sentence |', '|---|---|---|---|', ...lines].join('\n')}\n`
}
