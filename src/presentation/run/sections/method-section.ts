/**
 * How a run was measured: everything that a reader needs to judge its figures, or to repeat it.
 */
import type { ClientLoop, Environment } from '../../../contracts/environment.ts'
import type { RunPlan } from '../../../contracts/run-plan.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { formatBytes } from '../../../units/bytes.ts'
import { formatCount } from '../../../units/count.ts'
import { formatDuration } from '../../../units/duration.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import {
  type Block,
  blocks,
  type Fact,
  facts,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../../document.ts'
import { utcTime } from '../../report-facts.ts'
import { alikeProducers } from '../alike-producers.ts'
import { compressionText, recordText } from '../record-text.ts'

type Facts = readonly Fact[]

function targetFacts(record: MeasuredRecord): Facts {
  const { target } = record
  const quotas: Facts =
    target.quotas === null
      ? []
      : [
          [
            'Quotas of each broker',
            `producers ${formatByteRate(target.quotas.producerBytesPerSec)}, consumers ${formatByteRate(target.quotas.consumerBytesPerSec)}`,
          ],
        ]
  return [
    ['Target', target.label],
    ['Brokers', target.brokers === null ? 'not known' : formatCount(target.brokers)],
    ['Enforced limits', target.enforces.length === 0 ? 'nothing' : target.enforces.join(', ')],
    ['Scale', target.scale === 1 ? '1: full size' : `${target.scale} of the rates and byte limits`],
    ...quotas,
  ]
}

function scheduleFacts(plan: RunPlan, record: MeasuredRecord): Facts {
  const { schedule } = plan
  const steady = record.result?.steadyWindow
  return [
    [
      'Load',
      schedule.kind === 'constant'
        ? `constant for ${formatDuration(plan.durationMs)}, open loop`
        : `from ${schedule.fromFactor} to ${schedule.toFactor} times over ${formatDuration(plan.durationMs)}, open loop`,
    ],
    ['Burn-in', `${formatDuration(plan.burnInMs)}, not counted`],
    [
      'Steady windows',
      steady === undefined || steady.windows === 0
        ? 'none'
        : `${steady.windows} of ${formatDuration(plan.quotaWindowMs)}, from second ${steady.fromSecond} to ${steady.toSecond}`,
    ],
    ['Drain', `up to ${formatDuration(plan.drainMs)}`],
    ['Seed', String(plan.seed)],
    ['Began and ended', `${utcTime(record.startedAtEpochMs)} – ${utcTime(record.endedAtEpochMs)}`],
  ]
}

function loopText({ kind, reason }: ClientLoop): string {
  return reason === null ? kind : `${kind} (${reason})`
}

function environmentFacts(environment: Environment, hasAgents: boolean): Facts {
  const { loops } = environment
  const clock: Facts = [['Clock', 'one host sent and received, so latencies have one clock and no offset']]
  return [
    // The verdict's page has the clocks of agents.
    ...(hasAgents ? [] : clock),
    ['Client', `librdkafka ${environment.librdkafkaVersion} (${environment.librdkafkaFeatures.join(', ')})`],
    ...(loops === undefined
      ? []
      : [
          [
            'Loop over records',
            `producers ${loopText(loops.producers)}, consumers ${loopText(loops.consumers)}`,
          ] as const,
        ]),
    [
      'Brokers run',
      environment.kafkaVersion === null ? 'an unknown version' : `Apache Kafka ${environment.kafkaVersion}`,
    ],
    [
      'Headroom',
      `${environment.headroomVersion}, runner ${environment.runnerVersion}, Node ${environment.nodeVersion}`,
    ],
    [
      'Host',
      `${environment.platform}, ${environment.cpuModel}, ${formatCount(environment.cpuCores)} cores, ${formatBytes(environment.memoryBytes)}`,
    ],
  ]
}

function topicsTable(plan: RunPlan): Block {
  return table(
    'Topics of the run',
    [textCell('Topic'), numberCell('Partitions'), numberCell('Replicas')],
    plan.topics.map((topic) => [
      textCell(topic.name),
      numberCell(formatCount(topic.partitions)),
      numberCell(formatCount(topic.replicationFactor)),
    ]),
  )
}

function producersTable(plan: RunPlan): Block {
  return table(
    'Producers',
    [textCell('Topic'), numberCell('Clients'), numberCell('Rate of each'), numberCell('Record'), textCell('Settings')],
    alikeProducers(plan).map(({ producer, clients }) => [
      textCell(producer.topic),
      numberCell(formatCount(clients)),
      numberCell(formatRecordRate(producer.recordsPerSec)),
      numberCell(recordText(producer)),
      textCell(
        `acks=${producer.acks}, linger ${producer.lingerMs} ms, batch ${formatCount(producer.batchBytes)} bytes, in flight ${formatCount(producer.maxInFlight)}, ${compressionText(producer)}${producer.isIdempotent ? ', idempotent' : ''}${transactionText(producer)}`,
      ),
    ]),
  )
}

function transactionText({ transactionMs }: RunPlan['producers'][number]): string {
  return transactionMs === undefined ? '' : `, transactions of ${formatDuration(transactionMs)}`
}

function groupsTable(plan: RunPlan): Block {
  return table(
    'Consumer groups',
    [textCell('Group'), textCell('Topic'), numberCell('Members'), textCell('Settings')],
    plan.consumerGroups.map((group) => [
      textCell(group.groupId),
      textCell(group.topic),
      numberCell(formatCount(group.members)),
      textCell(`fetch at least ${formatCount(group.fetchMinBytes)} bytes, wait at most ${group.fetchMaxWaitMs} ms`),
    ]),
  )
}

const unitsNote =
  'Wire bytes are what the client libraries counted on the wire; payload bytes are keys and values before compression. 1 MB/s is 10⁶ bytes per second, 1 MiB/s is 2²⁰. Latency is merged from histograms and taken from the time at which a record was due, so that a stalled producer cannot hide it.'

/** The target, the schedule, the environment, and the plan's topics and clients. */
export function methodSection(record: MeasuredRecord): Section {
  const { plan, environment } = record
  return {
    id: 'method',
    title: 'How it was measured',
    marks: [],
    isDetail: true,
    blocks: blocks(
      record.scenario.notes !== undefined && { kind: 'notes', text: record.scenario.notes },
      facts([
        ...targetFacts(record),
        ...scheduleFacts(plan, record),
        ...(environment === null ? [] : environmentFacts(environment, (record.agents ?? []).length > 0)),
      ]),
      topicsTable(plan),
      producersTable(plan),
      plan.consumerGroups.length > 0 && groupsTable(plan),
      paragraph(span('quiet', unitsNote)),
    ),
  }
}
