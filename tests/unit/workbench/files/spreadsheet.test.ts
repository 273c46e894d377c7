import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isZip, sheetTexts } from '../../../../src/workbench/files/spreadsheet.ts'

/** A workbook of parts, as far as they are read. */
function workbook(parts: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}

const sheetOf = (rows: string) =>
  workbook({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` })

describe('sheetTexts()', () => {
  it('reads every sheet of a workbook that XlsxWriter wrote, with the row numbers as line numbers', () => {
    const bytes = readFileSync('tests/fixtures/observations/topics.xlsx')
    expect(isZip(bytes)).toBe(true)
    const [notes, topics] = sheetTexts(bytes)
    expect(notes).toBe('Clusters of 2026\nsee the next sheet')
    expect(topics?.split('\n')).toEqual([
      'Topic\tPartitions\tRF\tAvg messages/s\tAvg in [MB/s]\tRetention (days)\tConsumer groups\tOwner',
      'orders\t12\t3\t5000\t4.5\t7\t3\t"Shop ""A"""',
      '',
      'payments\t24\t3\t1200\t0.9\t30\t2\tBank of England',
      'clicks\t48\t3\t25000\t12\t1\t1',
      '\t\t\t\t\t\t\tab',
    ])
  })

  it('reads texts inside cells, prefixed names, entities, and cells without references', () => {
    const rows =
      '<x:row r="1"><x:c t="inlineStr"><x:is><x:t>a &amp; b</x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row>'
    expect(sheetTexts(sheetOf(rows))).toEqual(['a & b\t2'])
  })

  it('gives numbers with three decimals a fourth, because their dot cannot separate thousands', () => {
    const rows = '<row r="1"><c><v>5.125</v></c><c t="n"><v>12</v></c><c t="str"><v>5.125</v></c></row>'
    expect(sheetTexts(sheetOf(rows))).toEqual(['5.1250\t12\t5.125'])
  })

  it('puts sheet 10 after sheet 9', () => {
    const xml = (text: string) => `<worksheet><row r="1"><c t="str"><v>${text}</v></c></row></worksheet>`
    const parts = Object.fromEntries([10, 9, 1].map((n) => [`xl/worksheets/sheet${n}.xml`, xml(`sheet ${n}`)]))
    expect(sheetTexts(workbook(parts))).toEqual(['sheet 1', 'sheet 9', 'sheet 10'])
  })

  it('refuses archives that are no workbook, and damaged ones', () => {
    expect(() => sheetTexts(workbook({ 'readme.txt': 'hello' }))).toThrow('no Excel workbook')
    expect(() => sheetTexts(sheetOf('<row r="1"><c></row>'))).toThrow('damaged workbook')
    const bytes = readFileSync('tests/fixtures/observations/topics.xlsx')
    expect(() => sheetTexts(bytes.subarray(0, 3_000))).toThrow()
  })

  it('refuses sheets that decompress to more than 64 MB, before it decompresses them', () => {
    expect(() => sheetTexts(sheetOf(' '.repeat(65_000_000)))).toThrow('too large')
  })

  it('decompresses no more than a part states, whatever it holds', () => {
    const name = 'xl/worksheets/sheet1.xml'
    const bytes = workbook({ [name]: `<worksheet>${' '.repeat(1_000_000)}</worksheet>` })
    // The size in the central directory, 24 bytes after its signature.
    const directory = bytes.findIndex((_, at) => bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1)
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 20, true)
    expect(() => sheetTexts(bytes)).toThrow()
  })

  it('refuses row numbers beyond its limit, and rows out of order', () => {
    expect(() => sheetTexts(sheetOf('<row r="1048576"></row>'))).toThrow('beyond row 100000')
    expect(() => sheetTexts(sheetOf('<row r="5"></row><row r="2"></row>'))).toThrow('out of order')
  })

  it('refuses one long text that many cells repeat', () => {
    const strings = `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`
    const rows = Array.from({ length: 70 }, (_, n) => `<row r="${n + 1}"><c t="s"><v>0</v></c></row>`).join('')
    const parts = { 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': `<worksheet>${rows}</worksheet>` }
    expect(() => sheetTexts(workbook(parts))).toThrow('too much text')
  })
})
