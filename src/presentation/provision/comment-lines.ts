/**
 * Writes comments for files of other programs. In all of these files, `#` at the start of a line begins a comment.
 */
import { isOlderThanAYear } from '../../units/dated.ts'
import { deploymentText } from '../report-facts.ts'
import type { Provisioning } from './provisioning.ts'

/** Writes each text as one comment line. Characters that one of the formats could read as a line break are replaced. */
export function commentLines(texts: readonly string[]): string[] {
  return texts.map((text) => `# ${text.replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ').trim()}`)
}

/** The first lines of a file: its purpose, and the prediction that it belongs to. */
export function headerLines(what: string, { prediction, sizeSentence, notes, today }: Provisioning): string[] {
  const isOld = isOlderThanAYear(prediction.deployment.limitsAsOf, today)
  const age = isOld ? ` (more than a year old on ${today})` : ''
  return commentLines([
    `${what} of "${prediction.scenarioName}" on ${deploymentText(prediction)}${age}.`,
    sizeSentence,
    ...notes,
  ])
}

/** Turns each text into an identifier with `clean`, and numbers identifiers that would be equal. */
export function uniqueIdentifiers(texts: readonly string[], clean: (text: string) => string): string[] {
  const taken = new Set<string>()
  return texts.map((text) => {
    const first = clean(text)
    let identifier = first
    for (let index = 2; taken.has(identifier); index += 1) identifier = `${first}-${index}`
    taken.add(identifier)
    return identifier
  })
}
