/**
 * A consumer far behind: what reading old data costs a broker if it comes from the page cache, and if it comes from disk, and
 * how long the records of a producer take beside it.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startTestBrokers } from '../integration/test-brokers.ts'
import { modelOfHosts } from './broker-costs.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const megabytes = 800
const topic = 'old'
/** The first warms up broker and page cache and is not shown; then in turn, because the machine is not equally busy throughout. */
const sources = ['cache', 'cache', 'disk', 'cache', 'disk', 'disk', 'cache'] as const

/** The experiment, about three minutes. */
export async function measureReadersBehind(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: 1 })
  try {
    const servers = brokers.bootstrapServers.join(',')
    const pid = String(brokers.pidOf(1))
    await lab.client('topic', { servers, topic, partitions: 2 })
    await lab.client('fill', { servers, topic, megabytes, 'batch.size': 65_536, 'linger.ms': 20 })
    const folder = join(brokers.folderPath, 'broker-1', 'data', `${topic}-0`)
    const rows: string[][] = []
    for (const source of sources) {
      if (source === 'disk') dropFromCache(folder)
      const producer = { acks: '1', 'linger.ms': 0, 'enable.idempotence': 'false', 'enable.metrics.push': 'false' }
      const found = await lab.client('behind', { servers, topic, pid, perSec: 100, ...producer })
      console.error(JSON.stringify({ source, ...found }))
      rows.push(rowOf(source, found))
    }
    return [
      {
        title: `One consumer reads ${megabytes} MB of records of 1,000 bytes, beside a producer of 100 records/s`,
        columns: [
          'source',
          'read from disk, MB',
          'read, MB/s',
          'fetches/s',
          'broker, CPU-s a MB',
          'of which request threads',
          'by the law',
          'producer: median, ms',
          '90th, ms',
        ],
        rows: rows.slice(1),
      },
    ]
  } finally {
    await brokers.stop()
  }
}

/** Writes the segments of a partition to disk, and has the page cache forget them (dd's flag `nocache`). */
function dropFromCache(folder: string): void {
  const segments = readdirSync(folder).filter((name) => name.endsWith('.log'))
  for (const name of segments) {
    const path = join(folder, name)
    execFileSync('sync', [path])
    execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
  }
}

function rowOf(source: string, found: Readonly<Record<string, number>>): string[] {
  const { seconds = 0, bytes = 0, diskBytes = 0, fetchConsumerPerSec = 0, medianMs = 0, p90Ms = 0 } = found
  const { requestsCores = 0, otherCores = 0 } = found
  const megabytesRead = bytes / 1e6
  const perMegabyte = (cores: number) => digits((cores * seconds) / megabytesRead)
  const fetchesPerMegabyte = (fetchConsumerPerSec * seconds) / megabytesRead
  return [
    source === 'disk' ? 'disk' : 'page cache',
    digits(diskBytes / 1e6),
    digits(megabytesRead / seconds),
    digits(fetchConsumerPerSec),
    perMegabyte(requestsCores + otherCores),
    perMegabyte(requestsCores),
    digits(lawSecOfMegabyte(fetchesPerMegabyte)),
    digits(medianMs),
    digits(p90Ms),
  ]
}

/** Processor time of a MB that is read, by the model of hosts: its bytes and its fetches. */
function lawSecOfMegabyte(fetches: number): number {
  const model = modelOfHosts()
  if (model.model !== 'broker-hardware') throw new Error('the model has no hosts')
  const { sentByteCpuNs, requestCpuUs } = model.hardware.parameters
  return (sentByteCpuNs?.value ?? 0) / 1_000 + (fetches * requestCpuUs.value) / 1e6
}
