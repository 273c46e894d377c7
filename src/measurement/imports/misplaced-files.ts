/**
 * Recognises files that were given to an import but are not the output of a load tool, and says where each belongs.
 */

/**
 * What each kind of Headroom file is, and what to do with it. The key is the value of the file's `kind` without
 * `headroom.`. An `offering` is called a model, as in the window.
 */
const descriptionByKind: Readonly<Record<string, string>> = {
  run: 'a run that Headroom exported: add it with “headroom runs add”, or drop it on the window',
  scenario: 'a scenario: drop it on the window, or give it to “headroom predict”',
  offering:
    'a model: put it into the workspace’s folder “models”, or choose “Duplicate and edit” in Models and paste its text',
  calibration: 'a calibration: put it into the workspace’s folder “models”',
  campaign: 'a campaign: run it with “headroom campaign”',
  'campaign-record': 'the record of a campaign: read it with “headroom report campaign”',
  prices: 'a price sheet: choose it in Compare, under “Your own price sheet”',
  observation:
    'an observation, which cannot be added from a file: open the scenario that was written with it (--out), or repeat “headroom observe”',
}

/** Matches the first `kind` of Headroom in the text, which is not parsed as JSON: the file may be large or damaged. */
const kindPattern = /"kind":\s*"headroom\.([\w-]{1,40})"/
/**
 * The property that every Kafka client needs, with any of the separators of Java's syntax. Kafka's own tools print it with a
 * list in brackets when they log their configuration; such a line does not make a file of client properties.
 */
const bootstrapServersPattern = /^[ \t]*bootstrap\.servers[ \t]*(?:[=:](?![ \t]*\[)|(?<=[ \t])[^\s=:])/m
/** NUL, or the character that a UTF-8 decoder puts in place of invalid bytes. Text in UTF-8 rarely has either. */
const nonTextPattern = /[\0\uFFFD]/

/**
 * Says what a file is and what to do with it, as a clause without a full stop. Null if the file is not recognised.
 *
 * @param text content of the file, decoded as UTF-8
 */
export function describeMisplacedFile(text: string): string | null {
  if (text.trim() === '') return 'the file is empty'
  const [, kind = ''] = kindPattern.exec(text) ?? []
  const description = Object.hasOwn(descriptionByKind, kind) ? descriptionByKind[kind] : undefined
  if (description !== undefined) return `this is ${description}`
  if (bootstrapServersPattern.test(text)) {
    return 'these are client properties: open them in Validation, under “A cluster of yours”'
  }
  return nonTextPattern.test(text) ? 'this is not a text file in UTF-8' : null
}
