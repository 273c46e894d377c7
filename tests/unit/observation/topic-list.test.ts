import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isTopicList, readTopicList } from '../../../src/observation/topic-list.ts'

const read = (text: string) => readTopicList({ name: 'list.csv', sha256: 'a'.repeat(64), text })

/** Figures of a topic in a list that is read without a problem. */
function figuresOf(text: string, topic: string): Record<string, number | string> {
  const { reading, problems } = read(text)
  expect(problems).toEqual([])
  const facts = (reading?.facts ?? []).filter((fact) => fact.of !== 'cluster' && fact.topic === topic)
  return Object.fromEntries(facts.map(({ field, value }) => [field, value]))
}

function messagesOf(text: string): string[] {
  return read(text).problems.map(({ place, message }) => `${place} ${message}`)
}

describe('readTopicList()', () => {
  it('reads the columns of a CSV file with units in the headings, and names unused columns', async () => {
    const text = await readFile('tests/fixtures/observations/topics.csv', 'utf8')
    expect(isTopicList(text)).toBe(true)
    expect(figuresOf(text, 'orders')).toEqual({
      partitions: 24,
      replicationFactor: 3,
      retentionMs: 7 * 86_400_000,
      peakMinuteRecordsInPerSec: 60_000,
      peakMinuteBytesInPerSec: 61_200_000,
      averageRecordsInPerSec: 20_000,
      consumerGroups: 2,
      compression: 'lz4',
    })
    expect(read(text).reading?.source.notes).toEqual(['Columns that are not used: Owner.'])
  })

  it('reads rows of a spreadsheet, separated by tabs', async () => {
    const text = await readFile('tests/fixtures/observations/topics.tsv', 'utf8')
    const orders = { partitions: 24, peakMinuteRecordsInPerSec: 60_000, wireBytesPerRecord: 1020, consumerGroups: 2 }
    expect(figuresOf(text, 'orders')).toEqual(orders)
  })

  it('reads rows of which a quoted cell goes on in the next line, and names the line in which a row begins', () => {
    const text = 'topic,partitions,in [MB/s],note\r\norders,12,3,"two\r\nlines"\r\npayments,x,1,"5"" disk"\r\n'
    expect(messagesOf(text)).toEqual([expect.stringMatching(/^list\.csv:4 partitions: "x"/)])
    const good = text.replace('x', '6')
    expect([figuresOf(good, 'orders').partitions, figuresOf(good, 'payments').partitions]).toEqual([12, 6])
  })

  it('treats a quotation mark that is never closed as a part of its cell, and loses no row', () => {
    expect(figuresOf('topic,partitions,note\norders,12,"5 inch\npayments,6,x\n', 'payments').partitions).toBe(6)
  })

  it('refuses more replicas in sync than replicas', () => {
    expect(messagesOf('topic,RF,min ISR\norders,3,4\n')).toEqual([
      'list.csv:2 min ISR: expected at most the replication factor, 3, found 4',
    ])
  })

  it('reads commas as decimal marks and dots as thousands if the list shows that', () => {
    const list = 'Topic;Partitions;Avg messages/s;in [MB/s]\norders;12;5.000;4,5\nclicks;48;25.000;1.012,75'
    expect(figuresOf(list, 'orders')).toMatchObject({
      averageRecordsInPerSec: 5000,
      peakMinuteBytesInPerSec: 4_500_000,
    })
    expect(figuresOf(list, 'clicks')).toMatchObject({
      averageRecordsInPerSec: 25_000,
      peakMinuteBytesInPerSec: 1_012_750_000,
    })
  })

  it('refuses both decimal marks in one list, and thousands that may be decimals', () => {
    expect(messagesOf('topic;MB/s\na;4,5\nb;2.5')).toContain(
      'list.csv it has decimals with a comma ("4,5") and with a dot ("2.5"); expected one of them',
    )
    expect(messagesOf('topic;messages/s\na;5.000')).toEqual([expect.stringContaining('can mean thousands or decimals')])
  })

  it('refuses a number that may have thousands or decimals in every column, if no cell shows which', () => {
    const list = (...cells: readonly string[]) => `topic;in [MB/s];size\n${cells.join('\n')}`
    expect(messagesOf(list('a;5.000;1.200 GB', 'b;12.345;7'))).toEqual([
      'list.csv:2 in [MB/s]: "5.000" can mean thousands or decimals, and no other cell of the list shows which; write 5,000 or 5.0',
      'list.csv:2 size: "1.200" can mean thousands or decimals, and no other cell of the list shows which; write 1,200 or 1.2',
      'list.csv:3 in [MB/s]: "12.345" can mean thousands or decimals, and no other cell of the list shows which; write 12,345 or 12.3450',
    ])
    expect(figuresOf(list('a;5.0;1 GB', 'b;12.3450;7'), 'b').peakMinuteBytesInPerSec).toBe(12_345_000)
  })

  it.each([
    ['a decimal below 1', '0.125', 5_000_000],
    ['another number of decimals', '2.5', 5_000_000],
    ['a decimal comma below 1', '0,125', 5_000_000_000],
  ])('takes %s as a sign of the decimal mark', (_, other, value) => {
    const list = `topic;in [MB/s]\na;5.000\nb;${other}`
    expect(figuresOf(list, 'a').peakMinuteBytesInPerSec).toBe(value)
  })

  it('reads rates of records and whole numbers with three decimals if the list has decimal dots', () => {
    const list = 'topic;messages/s;partitions;in [MB/s]\na;60.125;12.000;2.5'
    expect(figuresOf(list, 'a')).toMatchObject({ peakMinuteRecordsInPerSec: 60.125, partitions: 12 })
  })

  it.each([
    ['records/s', '1,500', 'peakMinuteRecordsInPerSec', 1500],
    ['Messages per minute', '1500', 'peakMinuteRecordsInPerSec', 25],
    ['avg_msgs_per_sec', '60k', 'averageRecordsInPerSec', 60_000],
    ['MB/s', '2.5', 'peakMinuteBytesInPerSec', 2_500_000],
    ['peak MB/s', '2.5', 'peakMinuteBytesInPerSec', 2_500_000],
    ['avg MB/s', '2.5', 'averageBytesInPerSec', 2_500_000],
    ['Max (kB/s)', '2.5', 'peakMinuteBytesInPerSec', 2_500],
    ['ingress MiB/s', '1', 'peakMinuteBytesInPerSec', 1_048_576],
    ['BytesInPerSec', '1000', 'peakMinuteBytesInPerSec', 1000],
    ['average in (kB/s)', '7', 'averageBytesInPerSec', 7000],
    ['egress', '5 MB/s', 'peakMinuteBytesOutPerSec', 5_000_000],
    ['retention.ms', '604800000', 'retentionMs', 604_800_000],
    ['retention', '7 days', 'retentionMs', 604_800_000],
    ['# partitions', '12', 'partitions', 12],
    ['avg message size', '1.2 kB', 'wireBytesPerRecord', 1200],
    ['Throughput (msg/sec)', '1,500', 'peakMinuteRecordsInPerSec', 1500],
    ['avg throughput [records/s]', '500', 'averageRecordsInPerSec', 500],
    ['in (messages per minute)', '600', 'peakMinuteRecordsInPerSec', 10],
    ['bytes in (per sec)', '600', 'peakMinuteBytesInPerSec', 600],
  ] as const)('reads the column "%s" with the cell "%s"', (heading, cell, field, value) => {
    expect(figuresOf(`topic;${heading}\none;${cell}`, 'one')[field]).toBeCloseTo(value, 6)
  })

  it('does not take a rate for bytes that may be of records', () => {
    expect(isTopicList('topic;throughput (/s)\na;5')).toBe(false)
    expect(figuresOf('topic;throughput (events/s)\na;5', 'a')).toEqual({ peakMinuteRecordsInPerSec: 5 })
  })

  it('accepts a topic with unlimited retention, and asks how long its records are needed', () => {
    const { reading } = read('topic;messages/s;retention\na;5;unlimited\nb;5;-1\nc;5;7 days')
    const { facts = [], questions = [] } = reading ?? {}
    const kept = facts.filter((fact) => fact.of === 'topic' && fact.field === 'retentionMs')
    expect(kept.map((fact) => fact.of === 'topic' && fact.topic)).toEqual(['c'])
    expect(questions.map(({ id }) => id)).toContain('unlimited-retention')
    expect(questions.find(({ id }) => id === 'unlimited-retention')?.text).toContain('2 topics (a, b)')
  })

  it('reports every problem with its line at once', () => {
    const text = 'topic,partitions,messages/s,in\na,many,5,1\na,1,60.000,1\nb c,0,1,2 mb/s\n,1,1,\n'
    expect(messagesOf(text)).toMatchInlineSnapshot(`
      [
        "list.csv:2 partitions: "many" is not a count; write it like 108, 4,500 or 3k.",
        "list.csv:2 in: "1" has no unit; write it in the heading, like "in [MB/s]" or "messages/s".",
        "list.csv:3 messages/s: "60.000 records/s" can mean thousands or decimals; write 60,000 records/s or 60 records/s.",
        "list.csv:3 in: "1" has no unit; write it in the heading, like "in [MB/s]" or "messages/s".",
        "list.csv:3 topic "a" is already in line 2; expected one line per topic, not per partition",
        "list.csv:4 expected the name of a topic: letters, digits, dots, dashes and underscores (found "b c")",
        "list.csv:4 partitions: expected 1 to 200000, found 0",
        "list.csv:4 in: "2 mb/s" can mean bytes or bits; write MB/s for bytes or Mbit/s for bits.",
        "list.csv:5 expected the name of a topic",
      ]
    `)
  })

  it('refuses a column whose unit may mean bytes or bits', () => {
    expect(messagesOf('topic,partitions,messages/s,in [mb/s]\norders,12,1500,9')).toEqual([
      'list.csv:2 in [mb/s]: "9 mb/s" can mean bytes or bits; write MB/s for bytes or Mbit/s for bits.',
    ])
  })

  it('refuses a row with more cells than headings, as after a number with a comma', () => {
    expect(messagesOf('topic,partitions,messages/s\norders,12,1,500\nusers,3,7,')).toEqual([
      'list.csv:2 expected 3 cells as in the headings, found 4; put a cell with a separator in quotes',
    ])
  })

  it('skips the line with which spreadsheets name the separator', () => {
    expect(figuresOf('sep=;\ntopic;partitions\none;12', 'one')).toEqual({ partitions: 12 })
  })

  it('refuses columns that hold the same field', () => {
    expect(messagesOf('topic,partitions,# partitions\na,1,2')).toHaveLength(1)
  })

  it('refuses a list without rows', () => {
    expect(messagesOf('topic,partitions\n\n')).toEqual(['list.csv no row follows the headings'])
  })

  it('lists twenty problems and counts the others', () => {
    const rows = Array.from({ length: 30 }, (_, index) => `topic-${index},none`)
    const messages = messagesOf(['topic,partitions', ...rows].join('\n'))
    expect([messages.length, messages.at(-1)]).toEqual([21, 'list.csv and 10 more problems like these'])
  })

  it('refuses a list with too many rows without reading them', () => {
    const rows = Array.from({ length: 20_001 }, () => 'a b,none')
    expect(messagesOf(['topic,partitions', ...rows].join('\n'))).toEqual([
      'list.csv it has 20,001 rows; expected at most 20,000 topics',
    ])
  })

  it('skips rows that have separators alone, and titles above the headings', () => {
    const text = 'Topics of production,,\n,,\nKafka topic,partitions,messages/s\na,3,5\n,,\n'
    expect(figuresOf(text, 'a')).toEqual({ partitions: 3, peakMinuteRecordsInPerSec: 5 })
    expect(messagesOf(text)).toEqual([])
  })

  it('names a quotation mark that is not closed instead of what follows from it, and reads such a row if it can', () => {
    const list = (row: string) => `topic,partitions,in [MB/s],note\na,3,1,\n${row}\nb,6,2,\n`
    const unclosed = 'list.csv:3 a quotation mark (") is not closed, so cells run together; close it, or remove it'
    expect(messagesOf(list('"orders,12,3.5,'))).toEqual([unclosed])
    expect(messagesOf(list('orders,"12,3.5,'))).toEqual([unclosed])
    expect(figuresOf(list('orders,12,3.5,disks of 3.5"'), 'orders').partitions).toBe(12)
    expect(messagesOf(list('orders,"12",many,'))).toEqual([expect.stringContaining('"many" is not a rate')])
  })

  it('leaves out the row below the table that has its sums, and says so', () => {
    const text = 'topic,partitions,in [MB/s],record size\na,3,5.25,100\nb,6,2.5,200\nGrand total,9,7.8,150\n'
    const { reading, problems } = read(text)
    expect([problems, reading?.facts.length]).toEqual([[], 6])
    expect(reading?.source.notes).toEqual(['The row "Grand total" is the sum of the others and is not used.'])
  })

  it('refuses a last row that may be a topic or a sum that is not exact, and says how to tell them apart', () => {
    const rows = ['topic,partitions,in [MB/s]', 'a,3,5.25', 'b,6,2.5']
    expect(messagesOf([...rows, 'Total,9,8.5'].join('\n'))).toEqual([
      'list.csv:4 "Total" may be a topic or the sum of the other rows, but is not their sum in in [MB/s]; remove the row, or move it up if it is a topic',
    ])
    const moved = ['topic,partitions,in [MB/s]', 'Total,9,8.5', 'a,3,5.25'].join('\n')
    expect(figuresOf(moved, 'Total').partitions).toBe(9)
  })

  const table = ['topic,partitions,in [MB/s],record size', 'a,3,5.25,100', 'b,6,2.5,200', 'c,8,1,600']

  // By hand: 3 + 6 + 8 = 17 and 8.75 MB/s; 17 / 3 = 5.67, 8.75 / 3 = 2.92 and 900 / 3 = 300.
  it.each([
    ['a sum, then an average', ['Total,17,8.75,', 'Average,5.67,2.92,300']],
    ['an average, then a sum', ['Average,5.67,2.92,300', 'Sum:,17,8.75,300']],
    ['an average of counts that is rounded to a whole number', ['avg,6,2.92,300']],
    ['a median and extremes', ['Median,6,2.5,200', 'Max,8,5.25,600', 'MIN,3,1,100']],
    ['an average of which one cell cannot be read', ['Mean,?5.7,2.92,300']],
    ['a sum and an average with remarks', ['Total (3 topics):,17,8.75,', 'Average(per topic),5.67,2.92,300']],
    ['names in other languages', ['Summe,17,8.75,', 'Durchschnitt,6,2.92,300']],
  ])('leaves out below the table %s', (_, rows) => {
    const { reading, problems } = read([...table, ...rows].join('\n'))
    expect(problems).toEqual([])
    const topics = new Set(reading?.facts.map((fact) => fact.of === 'topic' && fact.topic))
    expect([...topics]).toEqual(['a', 'b', 'c'])
    expect(reading?.source.notes).toHaveLength(rows.length)
  })

  it('leaves out sums and averages above the topics', () => {
    const [headings = '', ...topics] = table
    const { reading, problems } = read([headings, 'Total,17,8.75,', 'Average,5.67,2.92,300', ...topics].join('\n'))
    expect([problems, reading?.facts.length]).toEqual([[], 9])
    expect(reading?.source.notes).toEqual([
      'The row "Total" is the sum of the others and is not used.',
      'The row "Average" is the average of the others and is not used.',
    ])
  })

  it('refuses a last row that may be a topic or an average that is not exact', () => {
    expect(messagesOf([...table, 'Average,6,2.5,300'].join('\n'))).toEqual([
      'list.csv:5 "Average" may be a topic or the average of the other rows, but is not their average in in [MB/s]; remove the row, or move it up if it is a topic',
    ])
    expect(figuresOf([...table, 'average,12,2.5,300'].join('\n'), 'average').partitions).toBe(12)
  })

  it('leaves out a sum that includes a topic called total', () => {
    const list = 'topic,messages/s\ntotal,3\na,5\nb,7\nSum,15\n'
    expect(figuresOf(list, 'total')).toEqual({ peakMinuteRecordsInPerSec: 3 })
    expect(read(list).reading?.facts).toHaveLength(3)
  })

  it('keeps a topic called total whose figures are no sums', () => {
    expect(figuresOf('topic,messages/s\na,5\nb,7\ntotal,3\n', 'total')).toEqual({ peakMinuteRecordsInPerSec: 3 })
  })

  it.each(['n/a', '#N/A', 'NULL', '–', 'unknown'])('takes a figure of "%s" as not known', (cell) => {
    expect(figuresOf(`topic,partitions,messages/s\na,3,${cell}\n`, 'a')).toEqual({ partitions: 3 })
  })

  it('reads a codec called uncompressed as none', () => {
    const { reading } = read('topic,partitions,compression\na,3,uncompressed\n')
    expect(reading?.facts).toContainEqual(expect.objectContaining({ field: 'compression', value: 'none' }))
  })

  it('does not recognise other text as a list', () => {
    expect(isTopicList('id,topics\n1,2')).toBe(false)
    expect(isTopicList('60000 records sent, 10 records/sec')).toBe(false)
  })
})
