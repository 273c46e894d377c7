/**
 * What an accounting says in words: whether it closes, and whether readers lost records or read some twice.
 */
import { formatCount } from './count.ts'

/** How many groups are named; the rest is counted. */
const mostNamedGroups = 3

/** The part of an accounting that is put into words. */
export interface AccountedRecords {
  readonly isClosed: boolean
  readonly groups: readonly {
    readonly groupId: string
    readonly lostRecords: number
    readonly duplicateRecords: number
  }[]
}

/** A heading, and sentences that explain it; no sentence where every record was read once. */
export interface AccountingWords {
  readonly heading: string
  readonly sentences: readonly string[]
}

/**
 * The words over an accounting. Sums that close with lost records in them are no good news, so the heading names those.
 *
 * @param isSimulated true for simulated brokers, which forget what is not read soon: a limit of theirs, not a finding
 */
export function accountingWords({ isClosed, groups }: AccountedRecords, isSimulated: boolean): AccountingWords {
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
  'This is a limit of the simulated brokers, not a finding: they keep about 5 MB of each partition in memory and forget what readers have not fetched by then. A real cluster keeps records for its retention time.'

const lostBecause =
  'Lost: acknowledged, and never received though the group read to the end. Deleted before they were read (retention, a deletion by hand), or gone with a broker that had told of them.'

const repeatedBecause =
  'Read more than once: a producer without idempotence sent again what had been written before, or somebody else wrote the same records.'

function groupSentences(groups: AccountedRecords['groups']): string[] {
  const told = groups.filter(({ lostRecords, duplicateRecords }) => lostRecords > 0 || duplicateRecords > 0)
  const rest = told.length - mostNamedGroups
  const sentences = told.slice(0, mostNamedGroups).map(({ groupId, lostRecords, duplicateRecords }) => {
    const lost = lostRecords > 0 ? [`${formatCount(lostRecords)} lost`] : []
    const repeated = duplicateRecords > 0 ? [`${formatCount(duplicateRecords)} read more than once`] : []
    return `${groupId}: ${[...lost, ...repeated].join(', ')}.`
  })
  return rest > 0 ? [...sentences, `And ${formatCount(rest)} more ${rest === 1 ? 'group' : 'groups'}.`] : sentences
}
