/**
 * Shows a scenario's workload: topics, producers and consumer groups.
 */
import type { Scenario } from '../../../contracts/scenario.ts'
import { counted, formatCount } from '../../../units/count.ts'
import { formatDuration } from '../../../units/duration.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import { type Block, blocks, numberCell, type Section, table, textCell } from '../../document.ts'
import { compressionText, recordText } from '../record-text.ts'

type Workload = Scenario['workload']

function topicsTable({ topics }: Workload): Block {
  return table(
    'Topics',
    [
      textCell('Topic'),
      numberCell('Topics'),
      numberCell('Partitions of each'),
      numberCell('Replicas'),
      numberCell('Retention'),
    ],
    topics.map((topic) => [
      textCell(topic.name),
      numberCell(formatCount(topic.count)),
      numberCell(formatCount(topic.partitions)),
      numberCell(formatCount(topic.replicationFactor)),
      numberCell(topic.retentionMs === undefined ? 'not stated' : formatDuration(topic.retentionMs)),
    ]),
  )
}

function producersTable({ producers }: Workload): Block {
  return table(
    'Producers',
    [
      textCell('Producers'),
      textCell('Topic'),
      numberCell('Clients'),
      numberCell('Peak rate of all'),
      numberCell('Average rate of all'),
      numberCell('Record'),
      textCell('Settings'),
    ],
    producers.map((producer) => [
      textCell(producer.name),
      textCell(producer.topic),
      numberCell(formatCount(producer.clients)),
      numberCell(formatRecordRate(producer.peakRecordsPerSec)),
      numberCell(
        producer.averageRecordsPerSec === undefined ? 'not stated' : formatRecordRate(producer.averageRecordsPerSec),
      ),
      numberCell(recordText(producer)),
      textCell(settingsText(producer)),
    ]),
  )
}

function settingsText(producer: Workload['producers'][number]): string {
  const { acks, lingerMs, batchBytes, keysPerClient } = producer
  const settings = `acks=${acks}, linger ${lingerMs} ms, batch ${formatCount(batchBytes)} bytes, ${compressionText(producer)}`
  return keysPerClient === undefined ? settings : `${settings}, ${counted(keysPerClient, 'own key')} per client`
}

function groupsTable({ consumerGroups }: Workload): Block {
  return table(
    'Consumer groups',
    [textCell('Group'), textCell('Topic'), numberCell('Groups'), numberCell('Members of each')],
    consumerGroups.map((group) => [
      textCell(group.name),
      textCell(group.topic),
      numberCell(formatCount(group.count)),
      numberCell(formatCount(group.members)),
    ]),
  )
}

/** The workload as tables. */
export function workloadSection({ workload }: Scenario): Section {
  return {
    id: 'workload',
    title: 'The workload',
    marks: [],
    blocks: blocks(
      topicsTable(workload),
      producersTable(workload),
      workload.consumerGroups.length > 0 && groupsTable(workload),
    ),
  }
}
