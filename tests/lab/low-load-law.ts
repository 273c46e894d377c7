/**
 * A broker on one processor at low load: what it costs without load, and what a request, a silent connection and a waiting
 * consumer add.
 */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { type BrokerCosts, brokerCosts, lawTimes } from './broker-costs.ts'
import { type Laboratory, programOnPath } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const times = { warmMs: 3_000, measureMs: 12_000 } as const
const valueBytes = 200
const producers = 4
/** Bytes of a batch of one such record. */
const batchBytes = 270
const partitions = 12
const silentPartitions = 50

/** Up and down, because the machine is not equally busy throughout. The first warms the broker up and is not shown. */
const rates = [3_000, 0, 120, 600, 1_200, 3_000, 3_000, 1_200, 600, 120, 0] as const

const guests = [
  { sockets: 0, waiting: 0 },
  { sockets: 200, waiting: 0 },
  { sockets: 0, waiting: 10 },
  { sockets: 0, waiting: 50 },
  { sockets: 0, waiting: 50 },
  { sockets: 0, waiting: 10 },
  { sockets: 200, waiting: 0 },
  { sockets: 0, waiting: 0 },
] as const

/** Every experiment on a broker at low load, about seven minutes. */
export async function measureLowLoad(lab: Laboratory): Promise<readonly LawTable[]> {
  onOneProcessor(lab)
  const brokers = await startTestBrokers({ brokers: 1 })
  try {
    const servers = brokers.bootstrapServers.join(',')
    await lab.client('topic', { servers, topic: 'written', partitions })
    await lab.client('topic', { servers, topic: 'silent', partitions: silentPartitions })
    return [await requestsTable(lab, brokers), await guestsTable(lab, brokers)]
  } finally {
    await brokers.stop()
  }
}

/** Brokers that are started from now on run on the first processor alone, as their PATH leads to this `java`. */
function onOneProcessor({ folder, java }: Laboratory): void {
  const wrapper = join(folder, 'java')
  writeFileSync(wrapper, `#!/bin/sh\nexec '${programOnPath('taskset')}' -c 0 '${java}' "$@"\n`)
  chmodSync(wrapper, 0o755)
  delete process.env.JAVA_HOME
  process.env.PATH = `${folder}:${process.env.PATH}`
}

async function requestsTable(lab: Laboratory, brokers: TestBrokers): Promise<LawTable> {
  const all: { readonly perSec: number; readonly found: BrokerCosts }[] = []
  for (const perSec of rates) {
    const load = { topic: 'written', partitions, producers, perSec, bytes: valueBytes }
    const producer = { acks: '1', 'linger.ms': 0, 'enable.idempotence': 'false' }
    all.push({ perSec, found: await brokerCosts(lab, brokers, { ...load, ...times, ...producer }) })
  }
  const shown = all.slice(1)
  const idle = shown.filter(({ perSec }) => perSec === 0)
  const idleCores = idle.reduce((sum, { found }) => sum + found.cores, 0) / idle.length
  return {
    title: `One broker on one processor, ${producers} Java producers, a record of ${valueBytes} bytes a request`,
    columns: [
      'records/s',
      'requests/s',
      'share of a processor by the law',
      'broker, cores',
      'of which request threads',
      'us a request, idle cores aside',
      'by the law',
      'measured / law',
    ],
    rows: shown.map(({ perSec, found }) => requestsRow(perSec, found, idleCores)),
  }
}

function requestsRow(perSec: number, found: BrokerCosts, idleCores: number): string[] {
  const { requestUs, batchUs, recordUs, byteNs } = lawTimes()
  const lawUs = requestUs + batchUs + recordUs + (batchBytes * byteNs) / 1_000
  const usARequest = ((found.cores - idleCores) / found.producePerSec) * 1e6
  const costs = perSec === 0 ? ['–', '–', '–'] : [digits(usARequest), digits(lawUs), digits(usARequest / lawUs)]
  return [
    digits(perSec, 4),
    digits(found.producePerSec, 4),
    `${digits(((found.producePerSec * lawUs) / 1e6) * 100, 2)} %`,
    digits(found.cores),
    digits(found.requestsCores),
    ...costs,
  ]
}

async function guestsTable(lab: Laboratory, brokers: TestBrokers): Promise<LawTable> {
  const rows: string[][] = []
  for (const { sockets, waiting } of guests) {
    const found = await brokerCosts(lab, brokers, { topic: 'written', sockets, waiting, silent: 'silent', ...times })
    rows.push([
      String(sockets),
      String(waiting),
      digits(found.fetchConsumerPerSec),
      digits(found.cores),
      digits(found.requestsCores),
      digits((found.fetchConsumerPerSec * lawTimes().requestUs) / 1e6),
    ])
  }
  return {
    title: 'The same broker without load: silent connections, and consumers that wait for records',
    columns: [
      'silent connections',
      'waiting consumers',
      'fetches/s',
      'broker, cores',
      'of which request threads',
      'fetches by the law, cores',
    ],
    rows,
  }
}
