/**
 * Documents from which one text is left out, as a painter would that forgot it: for the test of the painters' test.
 */
import type { Block, Cell, Document, Section, Table } from '../../../../src/presentation/document.ts'
import { plainLines } from '../../../../src/presentation/painters/plain-content.ts'
import { squeezed } from './painted-texts.ts'

/** A part of a document, the same without one of its texts, and which text that is. */
export interface Omission {
  readonly what: string
  readonly whole: Document
  readonly cut: Document
}

/** For every block of a document, each kind of text left out once; also titles, marks and the answer. */
export function omissionsOf(document: Document): Omission[] {
  const introduction = document.introduction.map(
    (block): Section => ({ id: 'introduction', title: 'Introduction', marks: [], blocks: [block] }),
  )
  return [
    ...cutsOfFrame(document),
    ...[...introduction, ...document.sections].flatMap((section) => [
      ...sectionCuts(document, section),
      ...section.blocks.flatMap((block) =>
        blockCuts(block).map(([what, cut]) => ({
          what: `${section.title}: ${what}`,
          whole: withSection(document, { ...section, blocks: [block] }),
          cut: withSection(document, { ...section, blocks: [cut] }),
        })),
      ),
    ]),
  ]
}

function withSection(document: Document, section: Section): Document {
  return { ...document, introduction: [], sections: [{ ...section, isDetail: false }] }
}

function cutsOfFrame(document: Document): Omission[] {
  const whole = { ...document, introduction: [], sections: [] }
  const { answer } = whole
  return [
    { what: 'title', whole, cut: { ...whole, title: '' } },
    { what: 'subject', whole, cut: { ...whole, subject: '' } },
    { what: 'closing', whole, cut: { ...whole, closing: '' } },
    { what: 'sentence', whole, cut: { ...whole, answer: { ...answer, sentence: '' } } },
    { what: 'marks of the answer', whole, cut: { ...whole, answer: { ...answer, marks: answer.marks.slice(1) } } },
  ]
}

function sectionCuts(document: Document, { blocks, ...section }: Section): Omission[] {
  const whole = withSection(document, { ...section, blocks: [] })
  const cut = (changed: Partial<Section>) => withSection(document, { ...section, ...changed, blocks: [] })
  return [
    { what: `${section.title}: title`, whole, cut: cut({ title: '' }) },
    { what: `${section.title}: marks`, whole, cut: cut({ marks: section.marks.slice(1) }) },
  ]
}

type Cut = readonly [what: string, cut: Block]

function blockCuts(block: Block): Cut[] {
  switch (block.kind) {
    case 'table':
      return tableCuts(block)
    case 'facts': {
      const [[name, value] = ['', ''], ...others] = block.entries
      return [
        ['name of a fact', { ...block, entries: [['', value], ...others] }],
        ['value of a fact', { ...block, entries: [[name, ''], ...others] }],
        ['last fact', { ...block, entries: block.entries.slice(0, -1) }],
      ]
    }
    case 'list':
      return [['last item', { ...block, items: block.items.slice(0, -1) }]]
    case 'paragraph':
      return [['paragraph', { ...block, content: '' }]]
    case 'warning':
      return [['last block of a warning', { ...block, blocks: block.blocks.slice(0, -1) }]]
    case 'chart': {
      const cut = (changed: object): Block => ({ ...block, description: { ...block.description, ...changed } })
      const { columns, rows } = block.description.table
      return [
        ['title of a chart', cut({ title: '' })],
        ['sentence of a chart', cut({ textAlternative: '' })],
        ['first values of a chart', cut({ table: { columns, rows: rows.slice(1) } })],
      ]
    }
    default:
      return [[block.kind, { ...block, text: '' }]]
  }
}

function tableCuts(table: Table): Cut[] {
  const { headings, rows } = table
  const cuts: Cut[] = [['caption', { ...table, caption: '' }]]
  for (const place of placesOf(headings)) {
    cuts.push([
      `heading ${place + 1}`,
      { ...table, headings: headings.map((each, index) => (index === place ? { ...each, content: '' } : each)) },
    ])
  }
  if (headings.some(({ group }) => group !== undefined)) {
    cuts.push(['groups', { ...table, headings: headings.map(({ group: _group, ...heading }) => heading) }])
  }
  const edges = [...new Set([0, Math.floor(rows.length / 2), rows.length - 1])].filter((index) => index in rows)
  for (const edge of edges) {
    for (const place of placesOf(rows[edge] ?? [])) {
      const cells = (rows[edge] ?? []).map((each, index) => (index === place ? { ...each, content: '' } : each))
      cuts.push([`cell ${place + 1} of row ${edge + 1}`, { ...table, rows: rows.with(edge, cells) }])
    }
    cuts.push([`row ${edge + 1}`, { ...table, rows: rows.toSpliced(edge, 1) }])
  }
  return cuts
}

/** The places of the cells that have text. */
function placesOf(cells: readonly Cell[]): number[] {
  return cells.flatMap(({ content }, index) => (squeezed(plainLines(content).join('')) === '' ? [] : [index]))
}
