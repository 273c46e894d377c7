/**
 * Translates texts of the workbench for the window: errors and remedies name commands and options, for which the window
 * has views and fields. Pure.
 */
import type { AppErrorData } from '../contracts/app-error.ts'
import { fieldRow, isFieldPlace } from './features/sizing/field-table.ts'

type Rule = readonly [pattern: RegExp, words: string | ((found: string, ...parts: string[]) => string)]

/** The rules, from the most specific to the most general. */
const rules: readonly Rule[] = [
  [/(?<! with): headroom runs list\b/g, '. They are in Runs'],
  [/ with: headroom (?:runs list|runs show \S+|runs delete \S+)/g, ' in Runs'],
  [/ with: headroom (?:campaigns? (?:list|show \S+|--resume \S+)|benchmark list|campaign FILE)/g, ' in Benchmarks'],
  [/ with: headroom models (?:list|calibrations delete \S+)/g, ' in Models'],
  [/Make one with: headroom models calibrate\b/g, 'Mark runs in Runs and calibrate from them'],
  [/; add it with: headroom runs add FILE/g, ': drop that file on the window without others'],
  [
    / \(headroom report RUN --format json\)\. For other tools: headroom import FILE/g,
    '. What other tools printed is imported in Runs',
  ],
  [/Export the run again with: headroom report RUN --format json/g, 'Export the report of that run again'],
  [
    / with --secrets-file FILE, in the environment variable (\S+), or when asked\./g,
    ' when the window asks for it, or in the environment variable $1.',
  ],
  [
    /Give the value in a file of your own \(\{[^}]*\}\) with --secrets-file FILE, or in the environment\./g,
    'Type it with the connection in Validation, or start Headroom with it in the environment.',
  ],
  [/ or --secrets-file$/g, ' of the environment, or type it with the connection'],
  [
    /Set (\S+), use --secrets-file, or type the value when a terminal asks\./g,
    'Type it, or set $1 in the environment.',
  ],
  [
    /Name a cluster with --target FILE: a connection, or client\.properties\./g,
    'Choose “A cluster of yours” as the target.',
  ],
  [/: --target FILE, a connection or client\.properties\./g, ': “A cluster of yours”.'],
  [
    /Leave --existing-topics out, or name your own cluster with --target\./g,
    'Choose “A cluster of yours” as the target.',
  ],
  [/ \(without --existing-topics\)/g, ''],
  [
    /--prometheus-secret NAME, a token, or with --prometheus-user USER a password \(window: below the endpoint\)/g,
    'in the fields below the endpoint',
  ],
  [/: --parameters ID,…/g, ' (a terminal chooses them: headroom models calibrate)'],
  [/ name its row with --cases\b/g, ' choose its row under “Rows of its table”'],
  [/ choose its own with --cases\b/g, ' choose its own under “Rows of its table”'],
  [/ \(--cases [\w-]+\)/g, ' (under “Rows of its table”)'],
  [/ \(--prometheus\)/g, ' (from a terminal: headroom benchmark ID --prometheus URL)'],
  [/: --duration \d+s, or durationMs in its file/g, ' as the length of the load'],
  [/: --scale ([\d.]+)/g, ': scale $1'],
  [/ --scale ([\d.]+)/g, ' $1'],
  [/ \(--scale\)/g, ' (a smaller scale)'],
  [/\bits rate with --scale\b/g, 'its scale'],
  [
    /--set (workload|deployment)(\.[\w.]+)=([^\s,;]*[^\s,;.])/g,
    (_found, root = '', path = '', value = '') => fieldWords(root + path, value),
  ],
  [
    /(?:Make the runner ready|the runner ready again|Make it ready)(?: again)?(?: with)?:? \(?npm start(?:, or node scripts\/[\w-]+\.mjs(?: runner)?)?\)?/g,
    'Press “Install them” below the start of a validation',
  ],
  [
    /Run npm start, which (?:fetches them|makes the runner ready), or node scripts\/[\w-]+\.mjs/g,
    'Press “Install them” below the start of a validation',
  ],
]

/** A sentence in the words of the window. */
export function windowWords(text: string): string {
  return rules.reduce((said, [pattern, words]) => {
    return typeof words === 'string' ? said.replace(pattern, words) : said.replace(pattern, words)
  }, text)
}

/** An error in the words of the window. */
export function errorInWindowWords(error: AppErrorData): AppErrorData {
  return {
    ...error,
    message: windowWords(error.message),
    remedy: error.remedy === null ? null : windowWords(error.remedy),
    problems: error.problems.map(({ place, message }) => ({ place, message: windowWords(message) })),
  }
}

/** For example "set Replication to 3 in Sizing". A place without a field keeps its name. */
function fieldWords(path: string, value: string): string {
  const place = path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
  return `set ${isFieldPlace(place) ? fieldRow(place).label : place} to ${value} in Sizing`
}
