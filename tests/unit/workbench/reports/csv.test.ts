import { describe, expect, test } from 'vitest'
import { createLatencyRecorder } from '../../../../src/measurement/histogram.ts'
import { csvText } from '../../../../src/units/csv.ts'
import { samplesCsv } from '../../../../src/workbench/reports/samples-csv.ts'
import { summaryCsv } from '../../../../src/workbench/reports/summary-csv.ts'
import { knownRecord, knownSamples } from '../../presentation/known-run.ts'

function rowsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

function cellOf(rows: readonly string[][], row: number, column: string): string | undefined {
  return rows[row]?.[rows[0]?.indexOf(column) ?? -1]
}

function histogramOf(valuesUs: readonly number[]): string | null {
  const recorder = createLatencyRecorder()
  for (const value of valuesUs) recorder.recordUs(value)
  return recorder.takeEncoded()
}

describe('CSV text', () => {
  test('quotes what holds separators and leaves an absent value empty', () => {
    expect(csvText([['a,b', 'say "x"', null, 1.5]])).toBe('"a,b","say ""x""",,1.5\r\n')
  })

  test('keeps a name that looks like a formula as text, and a negative number a number', () => {
    expect(csvText([['=HYPERLINK("x")', '@a', '+1', -1]])).toBe(`"'=HYPERLINK(""x"")",'@a,'+1,-1\r\n`)
    expect(csvText([['＝1+1', '＠a', '\n=1']])).toBe(`'＝1+1,'＠a,"'\n=1"\r\n`)
  })
})

describe('samples as CSV', () => {
  test('have one row a second with units in the headings', () => {
    const rows = rowsOf(samplesCsv(knownSamples(110)))
    expect(rows).toHaveLength(111)
    expect(new Set(rows.map((row) => row.length)).size).toBe(1)
    expect(
      rows[0]?.filter((name) => !/(Records|Bytes|Ms|Us|Cores|Fraction|Requests|Retries|second|errors)$/.test(name)),
    ).toEqual([])
    expect(cellOf(rows, 110, 'second')).toBe('109')
  })

  test('sum producers and groups, and take the largest lag', () => {
    const [sample] = knownSamples(1)
    if (sample === undefined) throw new Error('no sample')
    const consumers = sample.consumers.map((group, index) => ({
      ...group,
      lagRecords: index === 1 ? null : index * 10,
    }))
    const rows = rowsOf(samplesCsv([{ ...sample, producers: [...sample.producers, ...sample.producers], consumers }]))
    expect(cellOf(rows, 1, 'offeredRecords')).toBe('480000')
    expect(cellOf(rows, 1, 'egressWireBytes')).toBe('375000000')
    expect(cellOf(rows, 1, 'largestLagRecords')).toBe('20')
  })

  test('sum the cores of brokers, and leave them empty where no broker reports them', () => {
    const [sample] = knownSamples(1)
    if (sample === undefined) throw new Error('no sample')
    const brokers = [1, 2].map((brokerId) => ({ brokerId, cpuCores: brokerId / 2, residentBytes: 1 }))
    const coresWith = (change: Partial<typeof sample>) =>
      cellOf(rowsOf(samplesCsv([{ ...sample, ...change }])), 1, 'brokerCpuCores')
    expect(coresWith({ brokers })).toBe('1.5')
    expect(coresWith({ brokers: [] })).toBe('')
  })

  test('merge the histograms of a second instead of averaging percentiles', () => {
    const [sample] = knownSamples(1)
    const [producer] = sample?.producers ?? []
    if (sample === undefined || producer === undefined) throw new Error('no sample')
    const quick = { ...producer, serviceHistogram: histogramOf(Array.from({ length: 990 }, () => 1_000)) }
    const slow = { ...producer, serviceHistogram: histogramOf(Array.from({ length: 10 }, () => 500_000)) }
    const rows = rowsOf(samplesCsv([{ ...sample, producers: [quick, slow] }]))
    expect(Number(cellOf(rows, 1, 'serviceP99Us'))).toBeCloseTo(1_000, -1)
    expect(cellOf(rows, 1, 'responseP99Us')).toBe('')
  })
})

describe('the summary as CSV', () => {
  test('names section, value and unit of every figure', () => {
    const lines = summaryCsv(knownRecord).split('\r\n')
    expect(lines).toContain('expected,ingressWireBytesPerSec.likely,100000000,bytes/s')
    expect(lines).toContain('steady,recordsPerSec.mean,190234,records/s')
    expect(lines).toContain('constraint,ingress.utilisation,1.25,')
    expect(lines).toContain('accounting,isClosed,true,')
    expect(lines).toContain('run,marks,declared capacity,')
  })

  test('stands for a run without a result', () => {
    const lines = summaryCsv({ ...knownRecord, result: null, overlay: null }).split('\r\n')
    expect(lines).toContain('run,verdict,none,')
    expect(lines.filter((line) => line.startsWith('steady'))).toEqual([])
  })
})
