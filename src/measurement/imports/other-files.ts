/**
 * Users drop all kinds of files on the window. This file recognises those that are not the output of a load tool, and says
 * what to do with them.
 */

/** Advice for each kind of Headroom file. The key is its property `kind` without the prefix `headroom.`. */
const adviceByKind: Readonly<Record<string, string>> = {
  run: 'a run that Headroom exported: add it to the runs, do not import it',
  scenario: 'a scenario: open it, do not import it',
  offering:
    'a model: paste its text in Models, after “Duplicate and edit”, or put it into the workspace’s folder “models”',
  calibration: 'a calibration: put it into the workspace’s folder “models”',
  campaign: 'a campaign: run it with “headroom campaign”',
  'campaign-record': 'the record of a campaign: read it with “headroom report campaign”',
  prices: 'a price sheet: choose it in Compare, under “Your own price sheet”',
  observation: 'an observation: open it in Observe, which lists those of the workspace',
}

/** Finds the first `kind` of a Headroom file. A pattern, not a JSON parser, because the file may be large or damaged. */
const kindPattern = /"kind":\s*"headroom\.([\w-]{1,40})"/
/** The property that every Kafka client needs. */
const bootstrapServersPattern = /^[ \t]*bootstrap\.servers[ \t]*[=:]/m
/** NUL, or the character that a UTF-8 decoder puts in place of invalid bytes. Text rarely has either. */
const nonTextCharacter = /[\0\uFFFD]/

/**
 * Says what a file is and what to do with it, as a clause without a full stop. Null if the file is not recognised.
 *
 * @param text content of the file, decoded as UTF-8
 */
export function describeOtherFile(text: string): string | null {
  if (text.trim() === '') return 'the file is empty'
  const [, kind = ''] = kindPattern.exec(text) ?? []
  const advice = Object.hasOwn(adviceByKind, kind) ? adviceByKind[kind] : undefined
  if (advice !== undefined) return `this is ${advice}`
  if (bootstrapServersPattern.test(text)) {
    return 'these are client properties: open them in Validation, under “A cluster of yours”'
  }
  return nonTextCharacter.test(text) ? 'this is not a text file' : null
}
