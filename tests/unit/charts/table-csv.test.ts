import { expect, it } from 'vitest'
import { tableCsv } from '../../../src/charts/table-csv.ts'

it('guards texts that a spreadsheet would run as formulas', () => {
  const columns = [{ id: 'topic', label: '=1+1', format: 'text' }] as const
  const text = tableCsv({ columns, rows: [['=HYPERLINK("http://a")'], ['+1'], ['@x'], [-5]] })
  expect(text).toBe(`'=1+1\r\n"'=HYPERLINK(""http://a"")"\r\n'+1\r\n'@x\r\n-5\r\n`)
})

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
