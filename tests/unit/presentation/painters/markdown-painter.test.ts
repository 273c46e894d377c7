import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { codeSpan, fencedCode, plainText, tableText } from '../../../../src/presentation/painters/markdown-text.ts'
import { validationDocument } from '../../../../src/presentation/run/validation-document.ts'
import { hostile, hostileRecord } from '../hostile-run.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownRecord, knownSamples } from '../known-run.ts'

const samples = knownSamples(110)
const document = validationDocument(knownRecord, samples)
const text = paintMarkdown(document)

/** Lines outside of fenced code. */
function proseLines(markdown: string): string[] {
  let fence: string | null = null
  return markdown.split('\n').filter((line) => {
    const [run] = line.match(/^`{3,}/) ?? []
    if (fence === null && run !== undefined) fence = run
    else if (fence !== null && line === fence) fence = null
    else return fence === null
    return false
  })
}

/** Cells of a table's row, as GitHub splits it: a bar with a backslash before it stays in its cell. */
function cellsOf(row: string): string[] {
  return row
    .replace(/^\| /, '')
    .replace(/ \|$/, '')
    .split(/(?<!\\)\|/)
}

describe('the Markdown report', () => {
  test('has the sections of the page, in its order', () => {
    const headings = proseLines(text).filter((line) => line.startsWith('## '))
    expect(headings.map((line) => line.replace(/^## | `.*/g, ''))).toEqual(document.sections.map(({ title }) => title))
    expect(proseLines(text).filter((line) => line.startsWith('# '))).toEqual([`# ${knownRecord.scenario.name}`])
  })

  test('says the verdict in one sentence with its marks at its top', () => {
    const [, , , , sentence = ''] = text.split('\n')
    expect(sentence.replaceAll('**', '')).toContain(knownRecord.overlay?.reason)
    expect(sentence).toContain('`declared capacity`')
  })

  test('gives each row of a table as many cells as its heading', () => {
    const tables = proseLines(text)
      .join('\n')
      .split('\n\n')
      .filter((part) => part.startsWith('| '))
    expect(tables.length).toBeGreaterThan(8)
    for (const part of tables) {
      expect(new Set(part.split('\n').map((row) => cellsOf(row).length)).size).toBe(1)
    }
  })

  test('gives each limit its formula, and each chart its sentence and at most 24 rows', () => {
    for (const { formula } of knownPrediction.constraints) expect(text).toContain(formula)
    expect(text).toContain('Every 5th row of 110; the CSV or JSON file of the report has all of them.')
  })

  test('of a run with hostile names contains neither their HTML nor their links', () => {
    const markdown = paintMarkdown(validationDocument(hostileRecord(), samples))
    const prose = proseLines(markdown)
      .join('\n')
      .replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    expect(prose).not.toMatch(/(?<!\\)<(?!https:)/)
    expect(prose).not.toMatch(/\]\(<?javascript/)
    expect(markdown).toContain(plainText(hostile))
  })
})

describe('text as Markdown', () => {
  test.each([
    ['<b>', '\\<b\\>'],
    ['a*b*', 'a\\*b\\*'],
    ['p99Us of my_topic_name', 'p99Us of my_topic_name'],
    ['_a_', '\\_a\\_'],
    ['# no heading', '\\# no heading'],
    ['- no item', '\\- no item'],
    ['1. no item', '1\\. no item'],
    ['1.5 MB/s', '1.5 MB/s'],
    ['a &lt; b & c', 'a \\&lt; b & c'],
    ['two\nlines', 'two lines'],
  ])('%j is written %j', (given, written) => {
    expect(plainText(given)).toBe(written)
  })

  test('has no empty brackets for a second line without text', () => {
    const cell = { content: ['2026-03', { kind: 'line', content: '' }], isNumber: false } as const
    const headings = [{ content: 'As of', isNumber: false }]
    const block = { kind: 'table', caption: 'Limits', headings, rows: [[cell]] } as const
    const section = { id: 'limits', title: 'Limits', marks: [], blocks: [block] }
    expect(paintMarkdown({ ...document, sections: [section] })).not.toContain('()')
  })

  test('never ends a cell of a table, not even in code', () => {
    expect(cellsOf(`| ${tableText(plainText('a|b'))} | ${tableText(codeSpan('c|d'))} |`)).toHaveLength(2)
  })

  test('in code cannot end the code span', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ', '\n') }), (given) => {
        const [fence = ''] = codeSpan(given).match(/^`+/) ?? []
        if (!given.replace(/\s/g, '').startsWith('`')) expect(given).not.toContain(fence)
        const [block = ''] = fencedCode(given).match(/^`+/) ?? []
        expect(given.split('\n')).not.toContain(block)
      }),
    )
  })
})

test('code may contain a hundred thousand runs of backticks', () => {
  const text = '`a'.repeat(200_000)
  expect(codeSpan(text).startsWith('`` `a')).toBe(true)
  expect(fencedCode(text)).toBe(`\`\`\`\n${text}\n\`\`\``)
})

test('notes keep their lines and paragraphs, and an indented line is no code', () => {
  const notes = { kind: 'notes', text: '    first\r\n  - second\n\n\tthird\\\nlast' } as const
  const section = { id: 'notes', title: 'Notes', marks: [], blocks: [notes] }
  const markdown = paintMarkdown({ ...document, sections: [section] })
  expect(markdown).toContain('\n> first\\\n> \\- second\n>\n> third\\\\\\\n> last\n')
})
