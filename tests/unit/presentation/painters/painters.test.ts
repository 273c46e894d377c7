import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { bindingChanges } from '../../../../src/capacity/binding-changes.ts'
import { compareOfferings } from '../../../../src/capacity/compare-offerings.ts'
import { sweep } from '../../../../src/capacity/sweep.ts'
import { readSweepAxis } from '../../../../src/capacity/sweep-axis.ts'
import { backtest } from '../../../../src/evidence/backtest.ts'
import { backtestDocument } from '../../../../src/presentation/backtest/backtest-document.ts'
import { publishedFigures } from '../../../../src/presentation/backtest/published-figures.ts'
import { publishedFiguresBlocks } from '../../../../src/presentation/backtest/published-figures-blocks.ts'
import { calibrationDocument } from '../../../../src/presentation/calibration/calibration-document.ts'
import { campaignDocument } from '../../../../src/presentation/campaign/campaign-document.ts'
import type { Block, Document, Section } from '../../../../src/presentation/document.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { plainLines } from '../../../../src/presentation/painters/plain-content.ts'
import { paintTerminal } from '../../../../src/presentation/painters/terminal-painter.ts'
import { importDocument } from '../../../../src/presentation/run/import-document.ts'
import { validationDocument } from '../../../../src/presentation/run/validation-document.ts'
import { comparedDocument } from '../../../../src/presentation/sizing/compared-document.ts'
import { predictionDocument } from '../../../../src/presentation/sizing/explained-document.ts'
import { sizingDocument } from '../../../../src/presentation/sizing/sizing-document.ts'
import { sweptDocument } from '../../../../src/presentation/sizing/swept-document.ts'
import { summariseCampaign } from '../../../../src/workbench/campaigns/summarise-campaign.ts'
import { first, shippedOffering } from '../../capacity/known-files.ts'
import { recordOf, resultOf } from '../../workbench/known-benchmark.ts'
import { knownCalibration } from '../known-calibration.ts'
import { knownImport } from '../known-import.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownRecord, knownSamples } from '../known-run.ts'
import { readMarkup } from './markup-reader.ts'

vi.hoisted(() => {
  const bridge = { onWorkbenchState: () => {}, requestWorkbenchPort: () => {}, openExternal: () => {} }
  vi.stubGlobal('window', { headroom: bridge, addEventListener: () => {} })
})

// The canvas of a chart needs a page; its name and its sentence are what a painter adds around it.
vi.mock('../../../../src/renderer/components/chart-view.tsx', () => ({
  ChartView: ({ description }: { description: { title: string; textAlternative: string } }) =>
    createElement('figure', null, `${description.title} ${description.textAlternative}`),
}))

const { DocumentBlocks, DocumentSection } = await import('../../../../src/renderer/components/document-blocks.tsx')

const hosts = shippedOffering('confluent-cloud-dedicated')
const sized = { prediction: knownPrediction, unitName: hosts.unitName, noSize: null }
const campaign = recordOf([resultOf('aws', 10, 1), resultOf('aws', 10.5, 2)], { profile: 'full' })
const documents: readonly (readonly [string, Document])[] = [
  ['a backtest', backtestDocument(backtest([hosts]))],
  ['a calibration', calibrationDocument(knownCalibration)],
  ['a campaign', campaignDocument({ record: campaign, summary: summariseCampaign(campaign) })],
  ['a run', validationDocument(knownRecord, knownSamples(40))],
  ['an imported run', importDocument(knownImport)],
  ['a prediction', predictionDocument({ ...sized, bursts: ['A burst.'], clientHosts: '' })],
  [
    'a comparison of offerings',
    comparedDocument({
      scenarioName: first.name,
      targetUtilisation: 0.8,
      offerings: compareOfferings(first, [hosts, shippedOffering('aiven-kafka-2017')]),
    }),
  ],
  ['a sweep', sweptDocument(knownSweep())],
  ['a sizing', sizingDocument({ ...sized, scenario: knownRecord.scenario, compared: [], headroomVersion: '0' })],
]

describe.each(documents)('%s', (_, document) => {
  const essential = document.sections.filter(({ isDetail }) => isDetail !== true)

  it('has every label in the terminal, details aside', () => {
    const text = paintTerminal(document, 1_000)
    const tables = essential.map((each) => ({ ...each, blocks: each.blocks.filter(({ kind }) => kind !== 'chart') }))
    expect(missing(squeezed(text), labelsOf(document.opening, tables))).toEqual([])
    expect(squeezed(text)).toContain(squeezed(document.answer.sentence))
  })

  it('has every label in HTML', () => {
    const { text } = readMarkup(paintHtml(document))
    expect(missing(squeezed(text), labelsOf(document.opening, document.sections))).toEqual([])
  })

  it('has every label in Markdown', () => {
    const text = paintMarkdown(document).replaceAll('\\', '')
    expect(missing(squeezed(text), labelsOf(document.opening, document.sections))).toEqual([])
  })

  it('has every label in the window', () => {
    const opening = createElement(DocumentBlocks, { blocks: document.opening })
    const sections = document.sections.map((section) => createElement(DocumentSection, { key: section.id, section }))
    const { text } = readMarkup(windowMarkup(opening, sections))
    expect(missing(squeezed(text), labelsOf(document.opening, document.sections))).toEqual([])
  })
})

describe('published figures in the window', () => {
  it('have every label of their blocks', () => {
    const blocks = publishedFiguresBlocks(publishedFigures(hosts), null)
    const { text } = readMarkup(windowMarkup(createElement(DocumentBlocks, { blocks })))
    expect(missing(squeezed(text), labelsOf(blocks, []))).toEqual([])
  })
})

describe('a table that is wider than the terminal', () => {
  const [[, document] = []] = documents

  it('wraps text and headings and keeps every number whole', () => {
    const text = document === undefined ? '' : paintTerminal(document, 80)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
    expect(text).toMatch(/97\.4–122\.7/)
  })
})

/** A field at three values, at the last of which another limit binds. */
function knownSweep(): Parameters<typeof sweptDocument>[0] {
  const axes = [readSweepAxis('workload.topics.0.partitions', '1,9,12')]
  const points = sweep(first, hosts, axes)
  return { scenarioName: first.name, axes, points, changes: bindingChanges(axes, points), calibration: null }
}

/** What React paints; it escapes an apostrophe in another way than our own templates. */
function windowMarkup(...nodes: readonly ReactNode[]): string {
  return renderToStaticMarkup(createElement('main', null, ...nodes)).replaceAll('&#x27;', '&#39;')
}

/** Titles, captions, headings, names of rows and facts. */
function labelsOf(blocks: readonly Block[], sections: readonly Section[]): string[] {
  return [...blocks.flatMap(labelsOfBlock), ...sections.flatMap((each) => [each.title, ...labelsOf(each.blocks, [])])]
}

function labelsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'table': {
      const names = block.rows.flatMap(([first]) => (first === undefined ? [] : plainLines(first.content)))
      return [block.caption, ...block.headings.flatMap(({ content }) => plainLines(content)), ...names]
    }
    case 'facts':
      return block.entries.map(([name]) => name)
    case 'heading':
      return [block.text]
    case 'chart':
      return [block.description.title]
    case 'warning':
      return block.blocks.flatMap(labelsOfBlock)
    default:
      return []
  }
}

function missing(text: string, labels: readonly string[]): string[] {
  return labels.filter((label) => !text.includes(squeezed(label)))
}

/** Letters and digits alone: painters break lines and set marks where they need them. */
function squeezed(text: string): string {
  return text.replace(/[\s|`*[\]]+/g, '')
}
