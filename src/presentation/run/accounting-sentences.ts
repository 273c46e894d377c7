/**
 * What an accounting says: whether it closes, and whether consumer groups lost records or read some more than once.
 */
import type { Accounting } from '../../contracts/result.ts'
import { counted, formatCount } from '../../units/count.ts'

/** How many groups are named; the rest is counted. */
const mostNamedGroups = 3

/** What the sentences are about. */
interface AccountedRecords {
  readonly isClosed: boolean
  readonly groups: readonly Pick<Accounting['groups'][number], 'groupId' | 'lostRecords' | 'duplicateRecords'>[]
}

/** A heading, and sentences that explain it; no sentence where every record was read once. */
export interface AccountingSentences {
  readonly heading: string
  readonly sentences: readonly string[]
}

/**
 * The heading of an accounting and why. Sums that close with lost records in them are no good news, so the heading names those.
 *
 * @param isSimulated true for simulated brokers, which drop what is not read soon: a limit of theirs, not a finding
 */
export function accountingSentences({ isClosed, groups }: AccountedRecords, isSimulated: boolean): AccountingSentences {
  const isLost = groups.some(({ lostRecords }) => lostRecords > 0)
  const isRepeated = groups.some(({ duplicateRecords }) => duplicateRecords > 0)
  if (!isLost && !isRepeated) {
    return { heading: isClosed ? 'Every record is accounted for' : 'The accounting does not close', sentences: [] }
  }
  const what = [...(isLost ? ['lost'] : []), ...(isRepeated ? ['read more than once'] : [])].join(' and ')
  const sums = isClosed ? 'the sums close' : 'the sums do not close'
  const why = isSimulated
    ? [simulatedLimit]
    : [...(isLost ? [lostBecause] : []), ...(isRepeated ? [repeatedBecause] : [])]
  return { heading: `Records were ${what}; ${sums}`, sentences: [...groupSentences(groups), ...why] }
}

const simulatedLimit =
  'This is a limit of the simulated brokers, not a finding: they keep about 5 MB of each partition in memory and drop what consumers have not fetched by then. A real cluster keeps records for its retention time.'

const lostBecause =
  'Lost: acknowledged, and never received though the group read to the end. Deleted before they were read (retention, a deletion by hand), or lost with a broker that had acknowledged them.'

const repeatedBecause =
  'Read more than once: a producer without idempotence sent records again that had been written, or another client wrote the same records.'

function groupSentences(groups: AccountedRecords['groups']): string[] {
  const told = groups.filter(({ lostRecords, duplicateRecords }) => lostRecords > 0 || duplicateRecords > 0)
  const rest = told.length - mostNamedGroups
  const sentences = told.slice(0, mostNamedGroups).map(({ groupId, lostRecords, duplicateRecords }) => {
    const lost = lostRecords > 0 ? [`${formatCount(lostRecords)} lost`] : []
    const repeated = duplicateRecords > 0 ? [`${formatCount(duplicateRecords)} read more than once`] : []
    return `${groupId}: ${[...lost, ...repeated].join(', ')}.`
  })
  return rest > 0 ? [...sentences, `And ${counted(rest, 'more group')}.`] : sentences
}
