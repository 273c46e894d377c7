import { expect, it } from 'vitest'
import { tableCsv } from '../../../src/charts/table-csv.ts'

it('writes units in the headings, unrounded numbers, and quotes where CSV needs them', () => {
  const text = tableCsv({
    columns: [
      { id: 'step', label: 'Step, named', format: 'text' },
      { id: 'rate', label: 'Measured', format: 'bytes-per-sec' },
      { id: 'runs', label: 'Runs', format: 'count' },
    ],
    rows: [
      ['acks "all"', 99_100_000.25, 3],
      ['two\nlines', null, 0],
    ],
  })
  expect(text).toBe('"Step, named",Measured (bytes/s),Runs\r\n"acks ""all""",99100000.25,3\r\n"two\nlines",,0\r\n')
})
