/**
 * Asks about columns of a list of topics that are not used, and whose headings look like mistyped ones.
 */
import type { OpenQuestion } from '../contracts/observation.ts'
import { nearNames } from '../units/near-names.ts'

/** Headings that are recognised, one for each content of a column. */
const knownHeadings: readonly string[] = [
  ...['partitions', 'replication factor', 'min isr', 'retention', 'consumer groups', 'producers', 'compression'],
  ...['record size', 'message size', 'size', 'messages', 'records', 'throughput', 'ingress', 'egress', 'written'],
]

/** A question for each such heading. */
export function mistypedQuestions(unused: readonly string[]): OpenQuestion[] {
  return unused.flatMap((heading) => {
    const meant = meantHeading(heading)
    if (meant === null) return []
    return [
      {
        id: 'mistyped-column',
        text: `Is the column "${heading.slice(0, 100)}" that of "${meant}"? It is not recognised, so it is not used.`,
        effect:
          'What it states is missing, and assumed if the scenario needs it. Correct its heading and observe again.',
      },
    ]
  })
}

/** Letters at the end that may be missing. Of a shorter heading, a known one may contain it by chance. */
const maxMissing = 2

/** The known heading that was mistyped; null if it looks like none, or has other words beside it. */
function meantHeading(heading: string): string | null {
  const words = heading
    .replace(/[[(].*$/, '')
    .replace(/[\s._-]+/g, ' ')
    .trim()
    .toLowerCase()
  const [nearest = null] = nearNames(words, knownHeadings)
  if (nearest === null || words.split(' ').length !== nearest.split(' ').length) return null
  return nearest.includes(words) && words.length < nearest.length - maxMissing ? null : nearest
}
