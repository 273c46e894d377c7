/**
 * Shows where every record went, with the sums that must add up.
 */
import type { Accounting, Result } from '../../../contracts/result.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { formatCount } from '../../../units/count.ts'
import { formatDuration } from '../../../units/duration.ts'
import { formatRate } from '../../../units/record-rate.ts'
import {
  type Block,
  blocks,
  type Cell,
  type Content,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../../document.ts'
import { runMeasureLabels } from '../../labels.ts'
import { marksOf, nameInScenario } from '../../report-facts.ts'
import { accountingSentences } from '../accounting-sentences.ts'

type Group = Accounting['groups'][number]

/**
 * Records that a group could read: acknowledged in its topic, and not of an aborted transaction. Null if there are
 * several topics but no samples to count by.
 */
function readableFor(
  group: Group,
  record: MeasuredRecord,
  samples: readonly Sample[],
  { ackedRecords, abortedRecords = 0 }: Accounting,
): number | null {
  const { consumerGroups, producers } = record.plan
  const topic = consumerGroups.find((planned) => planned.groupId === group.groupId)?.topic
  if (topic === undefined || producers.every((producer) => producer.topic === topic)) {
    return ackedRecords - abortedRecords
  }
  if (samples.length === 0) return null
  const writers = new Set(producers.filter((producer) => producer.topic === topic).map((producer) => producer.id))
  return samples
    .flatMap((sample) => sample.producers.filter(({ producerId }) => writers.has(producerId)))
    .reduce((sum, producer) => sum + producer.ackedRecords - (producer.transactions?.abortedRecords ?? 0), 0)
}

function sumLine(text: string, left: number, right: number): Content {
  const isEqual = left === right
  const sum = `${formatCount(left)} ${isEqual ? '=' : '≠'} ${formatCount(right)}`
  return [`${text}: ${sum} `, span('strong', isEqual ? 'adds up' : 'does not add up')]
}

function groupSum(
  group: Group,
  name: string,
  { readable, isAborted }: { readable: number; isAborted: boolean },
): Content {
  const { lostRecords, unreadRecords, duplicateRecords, writtenThoughUnknownRecords } = group
  return sumLine(
    `consumed by ${name} = acknowledged${isAborted ? ' − aborted' : ''} − lost − unread + duplicates + written though unknown`,
    group.consumedRecords,
    readable - lostRecords - unreadRecords + duplicateRecords + writtenThoughUnknownRecords,
  )
}

function sums(record: MeasuredRecord, samples: readonly Sample[], accounting: Accounting): Block {
  const { offeredRecords, acceptedRecords, unsentRecords, ackedRecords, unknownRecords, rejectedRecords } = accounting
  const accountedRecords = ackedRecords + unknownRecords + rejectedRecords
  return list([
    sumLine('offered = accepted + unsent', offeredRecords, acceptedRecords + unsentRecords),
    sumLine('accepted = acknowledged + unknown + rejected', acceptedRecords, accountedRecords),
    ...accounting.groups.flatMap((group) => {
      const readable = readableFor(group, record, samples, accounting)
      const isAborted = accounting.abortedRecords !== undefined
      return readable === null
        ? []
        : [groupSum(group, nameInScenario(group.groupId, record.id), { readable, isAborted })]
    }),
  ])
}

function count(value: number): Cell {
  return numberCell(formatCount(value))
}

function producedTable(accounting: Accounting): Block {
  return table(
    'Records produced',
    [textCell('Records'), numberCell('Number')],
    [
      [textCell('Offered'), count(accounting.offeredRecords)],
      [textCell('Accepted by the client library'), count(accounting.acceptedRecords)],
      [textCell('Unsent when the load stopped'), count(accounting.unsentRecords)],
      [textCell(runMeasureLabels.acknowledged), count(accounting.ackedRecords)],
      ...(accounting.abortedRecords === undefined
        ? []
        : [[textCell('Of these in transactions that were aborted'), count(accounting.abortedRecords)]]),
      [textCell('Unknown'), count(accounting.unknownRecords)],
      [textCell('Rejected'), count(accounting.rejectedRecords)],
      [textCell('Retries because a queue was full'), count(accounting.queueFullRetries)],
    ],
  )
}

function consumedTable(groups: readonly Group[], runId: string): Block {
  const headings = ['Consumed', 'Lost', 'Duplicates', 'Unknown, but written', 'Unread at the end']
  return table(
    'Records consumed',
    [textCell('Group'), ...headings.map(numberCell)],
    groups.map((group) => [
      textCell(nameInScenario(group.groupId, runId)),
      count(group.consumedRecords),
      count(group.lostRecords),
      count(group.duplicateRecords),
      count(group.writtenThoughUnknownRecords),
      count(group.unreadRecords),
    ]),
  )
}

/** "Transactions during the load: 398 committed, 9.95/s, each in 3.1 ms on average; 2 aborted." */
function transactionsSentence({
  committed,
  aborted,
  committedPerSec,
  commitMeanMs,
}: NonNullable<Result['transactions']>): string {
  const each = commitMeanMs === null ? '' : `, each in ${formatDuration(commitMeanMs)} on average`
  return `Transactions during the load: ${formatCount(committed)} committed, ${formatRate(committedPerSec)}/s${each}; ${formatCount(aborted)} aborted.`
}

/** The accounting of the whole run, including its drain. */
export function accountingSection(
  record: MeasuredRecord,
  samples: readonly Sample[],
  { accounting, transactions }: Result,
): Section {
  const { isClosed, gaps, groups } = accounting
  const { heading, sentences } = accountingSentences(accounting, record.target.kind === 'embedded:simulated')
  return {
    id: 'accounting',
    title: 'Where every record went',
    marks: marksOf(record),
    blocks: blocks(
      paragraph(`${heading}${isClosed ? '.' : ':'}`),
      !isClosed && list(gaps),
      sentences.length > 0 && list([...sentences]),
      sums(record, samples, accounting),
      producedTable(accounting),
      groups.length > 0 && consumedTable(groups, record.id),
      transactions !== undefined && paragraph(transactionsSentence(transactions)),
    ),
  }
}
