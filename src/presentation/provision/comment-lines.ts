/**
 * Comments of files for other programs, all of which take `#` at the beginning of a line.
 */
import { deploymentText } from '../report-facts.ts'
import type { Provisioning } from './provisioning.ts'

/** Texts as comments, one line each. Characters that one of the formats could take for the end of a line are replaced. */
export function commentLines(texts: readonly string[]): string[] {
  return texts.map((text) => `# ${text.replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ').trim()}`)
}

/** What the file is for, and what it was predicted for. */
export function headerLines(what: string, { prediction, sizeSentence, notes }: Provisioning): string[] {
  return commentLines([
    `${what} of "${prediction.scenarioName}" on ${deploymentText(prediction)}.`,
    sizeSentence,
    ...notes,
  ])
}

/** Gives each text an identifier by `clean`. Equal ones get a number. */
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
