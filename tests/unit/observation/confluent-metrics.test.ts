import { describe, expect, it } from 'vitest'
import { readConfluentExport } from '../../../src/observation/confluent-metrics.ts'
import { fileOf, readingOf, valuesOf } from './fixture-facts.ts'

const sample = (labels: string, value = '60', time = '1763800020') =>
  `confluent_kafka_server_received_bytes{kafka_id="lkc-1",${labels}} ${value} ${time}\n`

describe('readConfluentExport()', () => {
  it('divides amounts per minute by 60, and gives the average and the busiest minute', async () => {
    const { facts } = await readingOf('confluent-export.txt')
    expect(valuesOf(facts, { topic: 'orders' })).toEqual({
      averageBytesInPerSec: 25_500_000,
      peakMinuteBytesInPerSec: 30_600_000,
      averageBytesOutPerSec: 51_000_000,
      peakMinuteBytesOutPerSec: 61_200_000,
      averageRecordsInPerSec: 25_000,
      peakMinuteRecordsInPerSec: 30_000,
      storedBytes: 740e9,
    })
  })

  it('adds up gauges over their labels, and takes lag, members and the CKUs', async () => {
    const { facts, deployment } = await readingOf('confluent-export.txt')
    expect(valuesOf(facts)).toMatchObject({
      connections: 300,
      connectionAttemptsPerSec: 2,
      requestsPerSec: 1500,
      partitions: 36,
      storedBytes: 838e9,
      clusterLoad: 0.41,
    })
    expect(valuesOf(facts, { topic: 'orders', group: 'billing' })).toEqual({ lagRecords: 1500, members: 2 })
    expect(deployment).toEqual({ offering: 'confluent-cloud-dedicated', size: 2 })
  })

  it('says that it was never tested with a real export, and asks whether two minutes are the busiest', async () => {
    const { source, questions } = await readingOf('confluent-export.txt')
    expect(source.notes.join(' ')).toContain('never tested with a real export')
    expect(questions.map(({ id }) => id)).toEqual(['short-span'])
  })

  it('distinguishes seconds from milliseconds by their size', () => {
    const spanOf = (time: string) => readConfluentExport(fileOf(sample('topic="a"', '60', time))).reading?.source.span
    expect(spanOf('1763800020')).toEqual(spanOf('1763800020000'))
    expect(spanOf('1763800020')?.toEpochMs).toBe(1_763_800_020_000)
  })

  it('takes the sum over all topics for the cluster, unless the topics are written more', () => {
    const read = (sum: string) => {
      const both = sample('topic="a"', '60') + sample('topic="b"', '120') + sample('', sum)
      return readConfluentExport(fileOf(both)).reading?.facts ?? []
    }
    expect(valuesOf(read('600'))).toEqual({ averageBytesInPerSec: 10, peakMinuteBytesInPerSec: 10 })
    expect(valuesOf(read('170'))).toEqual({ averageBytesInPerSec: 3, peakMinuteBytesInPerSec: 3 })
    expect(valuesOf(read('600'), { topic: 'b' }).averageBytesInPerSec).toBe(2)
  })

  it('counts a minute once that two exports have', () => {
    const twice = sample('topic="a"', '60') + sample('topic="a",kind="x"', '30') + sample('topic="a"', '66')
    const { reading } = readConfluentExport(fileOf(twice))
    expect(valuesOf(reading?.facts ?? [], { topic: 'a' }).averageBytesInPerSec).toBe(1.6)
  })

  it('reads escaped labels', () => {
    const { reading } = readConfluentExport(fileOf(sample('topic="a\\"b,c"')))
    expect(valuesOf(reading?.facts ?? [], { topic: 'a"b,c' }).averageBytesInPerSec).toBe(1)
  })

  it('reports every line that is not a sample, several clusters and negative amounts', () => {
    const other = sample('topic="a"').replace('lkc-1', 'lkc-2')
    const text = `${sample('topic="a"')}nonsense\n${sample('topic="a"', 'many')}${other}`
    const { problems } = readConfluentExport(fileOf(text))
    expect(problems).toMatchInlineSnapshot(`
      [
        {
          "message": "expected NAME{LABEL="VALUE"} NUMBER, found "nonsense"",
          "place": "file:2",
        },
        {
          "message": "expected a number, found "many"",
          "place": "file:3",
        },
        {
          "message": "it holds 2 clusters (lkc-1, lkc-2); expected one kafka_id",
          "place": "file",
        },
      ]
    `)
    expect(readConfluentExport(fileOf(sample('topic="a"', '-1'))).problems[0]?.message).toContain('at least 0')
  })
})
