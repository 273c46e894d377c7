/**
 * Recognises files that are not the output of a tool, and says what to do with them, because users drop all kinds of files
 * on the window.
 */

/** What each of Headroom’s own files is and what to do with it. The key is `kind` without its prefix `headroom.`. */
const textsByKind: Readonly<Record<string, string>> = {
  run: 'a run that Headroom exported: add it to the runs, do not import it',
  scenario: 'a scenario: open it, do not import it',
  offering:
    'a model: paste its text in Models, after “Duplicate and edit”, or put it into the workspace’s folder “models”',
  calibration: 'a calibration: put it into the workspace’s folder “models”',
  campaign: 'a campaign: run it with “headroom campaign”',
  'campaign-record': 'the record of a campaign: read it with “headroom report campaign”',
  prices: 'a price sheet: choose it in Compare, under “Price sheet of yours”',
  observation: 'an observation: open it in Observe, which lists those of the workspace',
}

const kindPattern = /"kind":\s*"headroom\.([\w-]{1,40})"/
/** The property that every Kafka client needs. */
const bootstrapServersPattern = /^[ \t]*bootstrap\.servers[ \t]*[=:]/m
/** NUL, which text does not contain, or what decoding as UTF-8 puts in the place of invalid bytes. */
const nonTextCharacter = /[\0\uFFFD]/

/** Says what a file is and what to do with it; null if the file is not recognised. */
export function describeOtherFile(text: string): string | null {
  if (text.trim() === '') return 'the file is empty'
  const [, kind = ''] = kindPattern.exec(text) ?? []
  const known = Object.hasOwn(textsByKind, kind) ? textsByKind[kind] : undefined
  if (known !== undefined) return `this is ${known}`
  if (bootstrapServersPattern.test(text)) {
    return 'these are client properties: open them in Validation, under “A cluster of yours”'
  }
  return nonTextCharacter.test(text) ? 'this is not a text file' : null
}
