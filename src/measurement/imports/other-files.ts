/**
 * Says what a file is that no tool wrote, and where it belongs: people drop every kind of file on the window.
 */

/** Where a file of Headroom belongs, by the end of its `kind`. */
const placesOfKind: Readonly<Record<string, string>> = {
  run: 'a run that Headroom exported: add it to the runs, do not import it',
  scenario: 'a scenario: open it, do not import it',
  offering:
    'a model: paste its text in Models, after “Duplicate and edit”, or put it into the workspace’s folder “models”',
  calibration: 'a calibration: put it into the workspace’s folder “models”',
  campaign: 'a campaign: run it with “headroom campaign”',
  'campaign-record': 'the record of a campaign: read it with “headroom report campaign”',
  prices: 'a price sheet: choose it in Compare, under “Price sheet of yours”',
  observation: 'an observation: Observe keeps those of the workspace',
}

const kind = /"kind":\s*"headroom\.([\w-]{1,40})"/
/** Clients of Kafka need at least this property. */
const clientProperties = /^[ \t]*bootstrap\.servers[ \t]*[=:]/m
/** Text has none of these: a picture, a workbook or an archive does. */
const notText = /[\0\uFFFD]/

/** What a file is instead of the output of a tool, and what to do with it; null if that cannot be seen. */
export function otherFile(text: string): string | null {
  if (text.trim() === '') return 'the file is empty'
  const [, name = ''] = kind.exec(text) ?? []
  const place = Object.hasOwn(placesOfKind, name) ? placesOfKind[name] : undefined
  if (place !== undefined) return `this is ${place}`
  if (clientProperties.test(text)) {
    return 'these are the properties of a client: open them in Validation, under “A cluster of yours”'
  }
  return notText.test(text) ? 'this is not a text file' : null
}
