import { describe, expect, it } from 'vitest'
import type { ImportColumn } from '../../../../src/contracts/import-columns.ts'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'

const records: ImportColumn = { field: 'recordsPerSec', header: 'rate', factor: 1 }
const read: ImportColumn = { field: 'egressPayloadBytesPerSec', header: 'read', factor: 1000 }
const wire: ImportColumn = { field: 'ingressWireBytesPerSec', header: 'wire', factor: 1 }

function parse(text: string, columns: readonly ImportColumn[]) {
  return parseOutput({ name: 'rates.csv', text }, columns)
}

describe('the rows of a CSV file', () => {
  it('count alike if no column has their length, of which the mean says nothing then', () => {
    const { parts, problems } = parse('rate\n100\n400\n', [records])
    expect(problems).toEqual([])
    expect(parts).toMatchObject([
      { role: 'producer', recordsPerSec: 250, payloadBytesPerSec: null, wireBytesPerSec: null, durationMs: null },
    ])
    expect(parts[0]?.notes).toEqual(['Its figures are the mean of 2 rows.'])
    expect(parse('rate\n100\n', [records]).parts[0]?.notes).toEqual(['Its figures are the mean of 1 row.'])
  })

  it('give a consumer alone if only reads are named, whose records nobody counted', () => {
    const { parts } = parse('rate,read\n7,3\n7,5\n', [read])
    expect(parts).toMatchObject([{ role: 'consumer', payloadBytesPerSec: 4_000, recordsPerSec: null }])
    expect(parts).toHaveLength(1)
  })

  it('give the wire bytes of a producer in their own place', () => {
    expect(parse('wire\n9\n', [wire]).parts).toMatchObject([
      { role: 'producer', wireBytesPerSec: 9, payloadBytesPerSec: null, recordsPerSec: null },
    ])
  })

  it('may be separated by tabs, end in any line break and have empty lines between them', () => {
    expect(parse('x\trate\r1\t10\r\r1\t30\r', [records]).parts[0]?.recordsPerSec).toBe(20)
    expect(parse('rate\r\n10\r\n  \r\n30', [records]).parts[0]?.notes).toEqual(['Its figures are the mean of 2 rows.'])
  })

  it('are needed: headings alone are refused', () => {
    const { parts, problems } = parse('rate\n\n', [records])
    expect(parts).toEqual([])
    expect(problems).toMatchObject([{ place: 'rates.csv:1', message: 'no row follows the headings' }])
  })

  it('may be zero but not negative, and give no client if one is wrong', () => {
    expect(parse('rate\n0\n', [records]).parts[0]?.recordsPerSec).toBe(0)
    const { parts, problems } = parse('rate\n-1\n5\n', [records])
    expect(parts).toEqual([])
    expect(problems).toMatchObject([
      { place: 'rates.csv:2', message: 'rate: expected a number, zero or more, found "-1"' },
    ])
  })

  it('are not read without a named column, whose names are listed as the file has them', () => {
    expect(parse('rates,"a, b"\n1,2\n', [records]).problems).toMatchObject([
      { place: 'rates.csv:1', message: 'there is no column "rate"; the columns are "rates, a, b"' },
    ])
  })
})
