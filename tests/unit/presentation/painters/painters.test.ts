import { readdirSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Document, numberCell, span, table, textCell } from '../../../../src/presentation/document.ts'
import { paintTerminal, paintTerminalBlocks } from '../../../../src/presentation/painters/terminal-painter.ts'
import { everyDocument } from './every-document.ts'
import { readMarkup } from './markup-reader.ts'
import { missingTexts, type Surface, textSurfaces, textsOf } from './painted-texts.ts'
import { omissionsOf } from './planted-omissions.ts'

vi.hoisted(() => {
  // Test files share modules: one that was loaded before would keep the chart that is replaced below.
  vi.resetModules()
  const bridge = { onWorkbenchState: () => {}, requestWorkbenchPort: () => {}, openExternal: () => {} }
  vi.stubGlobal('window', { headroom: bridge, addEventListener: () => {} })
})

// The canvas of a chart needs a page; its name and its sentence are what a painter adds around it.
vi.mock('../../../../src/renderer/components/chart-view.tsx', () => ({
  ChartView: ({ description }: { description: { title: string; textAlternative: string } }) =>
    createElement('figure', null, `${description.title} ${description.textAlternative}`),
}))

const { DocumentBlocks, DocumentSections } = await import('../../../../src/renderer/components/document-blocks.tsx')
const { viewText } = await import('../../../../src/renderer/components/remedy-text.ts')

// The next files load the real chart again.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const surfaces = [
  ...textSurfaces,
  {
    name: 'the window',
    paint: paintWindow,
    // Titles and answers are parts of each view.
    has: { head: false, answer: false, contents: false, details: true },
    chartRows: 0,
    rows: 'cell by cell',
    groups: 'above',
    viewOf: (view) => viewText({ command: '', view: view as 'Runs' | null }),
  } satisfies Surface,
].map((surface) => [surface.name, surface] as const)

const testFolder = new URL('./', import.meta.url)
const sourceFolder = new URL('../../../../src/presentation/', import.meta.url)
const textOf = (name: string, folder: URL) => readFileSync(new URL(name, folder), 'utf8')

describe('the documents of this test', () => {
  it('are made by every function of src/presentation that makes a document or a list', () => {
    const makers = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...textOf(name, sourceFolder).matchAll(/export function (\w+(?:Document|ListBlocks))\(/g)])
      .map(([, maker = '']) => maker)
    const calls = ['every-document.ts', 'asked-documents.ts'].map((name) => textOf(name, testFolder)).join('')
    expect(makers.length).toBeGreaterThan(20)
    expect(makers.filter((maker) => !calls.includes(`${maker}(`))).toEqual([])
  })
})

describe.each(everyDocument)('%s', (_, document) => {
  it.each(surfaces)('has every title, cell and sentence in %s, in order', (_name, surface) => {
    const texts = textsOf(document, surface)
    expect(texts.join('').length).toBeGreaterThan(0)
    expect(missingTexts(surface.paint(document), texts)).toEqual([])
  })

  it.each(surfaces)('is found incomplete if %s leaves out any kind of text', (_name, surface) => {
    const planted = omissionsOf(document).flatMap(({ what, whole, cut }) => {
      const texts = textsOf(whole, surface)
      // A surface that does not show the text cannot forget it.
      return texts.join('') === textsOf(cut, surface).join('') ? [] : [{ what, texts, cut }]
    })
    expect(planted.length).toBeGreaterThan(0)
    const unnoticed = planted.filter(({ texts, cut }) => missingTexts(surface.paint(cut), texts).length === 0)
    expect(unnoticed.map(({ what }) => what)).toEqual([])
  })
})

describe('a table that is wider than the terminal', () => {
  const [[, document] = []] = everyDocument

  it('wraps text and headings and keeps every number whole', () => {
    const text = document === undefined ? '' : paintTerminal(document, 80)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
    expect(text).toMatch(/97\.4–122\.7/)
  })
})

describe('a note below a number', () => {
  const note = 'not known: units, data written, data read, storage, producers across zones, replication across zones'
  const block = table(
    'Costs',
    [textCell('Offering'), numberCell('Cost per month'), numberCell('Headroom')],
    [
      [
        textCell('Ours'),
        numberCell(['12,929.75–13,104.20 USD', span('line', span('quiet', note))]),
        numberCell('1.2 times'),
      ],
    ],
  )

  it('wraps in its column, and the number does not', () => {
    const lines = paintTerminalBlocks([block], 80).split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
    expect(lines.filter((line) => line.includes('12,929.75–13,104.20 USD'))).toHaveLength(1)
    const words = lines.map((line) => line.trim()).join(' ')
    for (const word of note.split(' ')) expect(words).toContain(word)
  })
})

/** The blocks as the page has them. React escapes an apostrophe differently from our own templates. */
function paintWindow({ introduction, sections }: Document): string {
  const nodes = [
    createElement(DocumentBlocks, { key: 'introduction', blocks: introduction }),
    createElement(DocumentSections, { key: 'sections', sections }),
  ]
  return readMarkup(renderToStaticMarkup(createElement('main', null, ...nodes)).replaceAll('&#x27;', '&#39;')).text
}
