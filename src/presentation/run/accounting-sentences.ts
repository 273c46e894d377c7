/**
 * Sentences on an accounting: whether every record is accounted for, and whether consumer groups lost records or read
 * some more than once.
 */
import type { Accounting } from '../../contracts/result.ts'
import { counted, formatCount } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'

/** At most this many groups are named; the others are counted. */
const maxNamedGroups = 3

/** The parts of an accounting that the sentences describe. */
interface AccountedRecords {
  readonly isClosed: boolean
  readonly groups: readonly Pick<Accounting['groups'][number], 'groupId' | 'lostRecords' | 'duplicateRecords'>[]
}

/** A heading, and sentences that explain it. There are none if every record was read once. */
export interface AccountingSentences {
  readonly heading: string
  readonly sentences: readonly string[]
}

/**
 * The heading and sentences of an accounting. Lost records are accounted for too, so the heading names them.
 * @param isSimulated true for simulated brokers, which drop records that are not read soon
 */
export function accountingSentences({ isClosed, groups }: AccountedRecords, isSimulated: boolean): AccountingSentences {
  const isLost = groups.some(({ lostRecords }) => lostRecords > 0)
  const isRepeated = groups.some(({ duplicateRecords }) => duplicateRecords > 0)
  if (!isLost && !isRepeated) {
    return { heading: isClosed ? 'Every record is accounted for' : 'Not every record is accounted for', sentences: [] }
  }
  const outcomes = joinNames([...(isLost ? ['lost'] : []), ...(isRepeated ? ['read more than once'] : [])])
  const why = isSimulated
    ? [simulatedLimit]
    : [...(isLost ? [lostBecause] : []), ...(isRepeated ? [repeatedBecause] : [])]
  return {
    heading: `Records were ${outcomes}; ${isClosed ? 'all' : 'not all'} are accounted for`,
    sentences: [...groupSentences(groups), ...why],
  }
}

const simulatedLimit =
  'This is a limit of the simulated brokers, not a finding: they keep about 5 MB of each partition in memory and drop older records, read or not. A real cluster keeps records for its retention time.'

const lostBecause =
  'Lost: acknowledged, but never received although the group read to the end. They were deleted before they were read (by retention or by hand), or lost with a broker that had acknowledged them.'

const repeatedBecause =
  'Read more than once: a producer without idempotence sent records again that were already written, or another client wrote the same records.'

function groupSentences(groups: AccountedRecords['groups']): string[] {
  const affected = groups.filter(({ lostRecords, duplicateRecords }) => lostRecords > 0 || duplicateRecords > 0)
  const rest = affected.length - maxNamedGroups
  const sentences = affected.slice(0, maxNamedGroups).map(({ groupId, lostRecords, duplicateRecords }) => {
    const lost = lostRecords > 0 ? [`${formatCount(lostRecords)} lost`] : []
    const repeated = duplicateRecords > 0 ? [`${formatCount(duplicateRecords)} read more than once`] : []
    return `${groupId}: ${[...lost, ...repeated].join(', ')}.`
  })
  return rest > 0 ? [...sentences, `And ${counted(rest, 'more group')}.`] : sentences
}
