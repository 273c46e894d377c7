import { describe, expect, test } from 'vitest'
import type { MeasuredRecord } from '../../../../src/contracts/run-record.ts'
import type { Sample } from '../../../../src/contracts/sample.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { validationDocument } from '../../../../src/presentation/run/validation-document.ts'
import { hostile, hostileRecord } from '../hostile-run.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownResult } from '../known-result.ts'
import { knownRecord, knownSamples } from '../known-run.ts'
import { readMarkup } from './markup-reader.ts'

function htmlReport(record: MeasuredRecord, seconds: readonly Sample[]): string {
  return paintHtml(validationDocument(record, seconds))
}

const samples = knownSamples(110)
const page = htmlReport(knownRecord, samples)
const { elements, text } = readMarkup(page)

function idsOf(name: string): (string | undefined)[] {
  return elements.filter((element) => element.name === name).map(({ attributes }) => attributes.get('id'))
}

describe('the HTML report', () => {
  test('is one whole page in English with a heading for each section', () => {
    expect(elements[1]?.attributes.get('lang')).toBe('en')
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
    expect(idsOf('h2')).toEqual([
      'overlay',
      'diagnosis',
      'prediction',
      'limits',
      'assumptions',
      'band',
      'method',
      'latency',
      'accounting',
      'deviations',
      'appendix',
    ])
    const labelled = elements
      .filter(({ name }) => name === 'section')
      .map((entry) => entry.attributes.get('aria-labelledby'))
    expect(labelled).toEqual(idsOf('h2'))
  })

  test('says the verdict in one sentence at its top, with the mark beside it', () => {
    const [verdict, sentence = ''] = (knownRecord.overlay?.reason ?? '').split(': ')
    expect(page).toContain(`<strong>${verdict}:</strong> `)
    expect(text.indexOf(sentence)).toBeGreaterThan(0)
    expect(text.indexOf(sentence)).toBeLessThan(text.indexOf('What was predicted'))
    const marks = page.match(/<span class="mark">declared capacity<\/span>/g)
    expect(marks?.length).toBeGreaterThanOrEqual(6)
  })

  test('gives a fact with a sentence the width of the page, and the others half of it', () => {
    const factOf = (value: string) =>
      paintHtml({
        ...validationDocument(knownRecord, samples),
        introduction: [{ kind: 'facts', entries: [['When', value]] }],
      })
    expect(factOf('already')).toContain('<div><dt>When</dt><dd>already</dd></div>')
    expect(factOf('a word '.repeat(30))).toContain('<div class="long"><dt>When</dt>')
  })

  test('shows wire and payload, payload in MB/s and in MiB/s', () => {
    expect(text).toContain('Ingress, wire')
    expect(text).toContain('97.4 MB/s')
    expect(text).toContain('92.9 MiB/s')
  })

  test('lets no date wrap at its hyphens', () => {
    expect(page).toContain('<span class="date">2020-04</span> (primary')
    expect(page).toMatch(/\.date \{ white-space: nowrap; \}/)
  })

  test('gives each limit its formula, its source and its date', () => {
    for (const constraint of knownPrediction.constraints) expect(text).toContain(constraint.formula)
    expect(text).toContain('2020-04 (primary source)')
  })

  test('shows that the sums of the accounting add up', () => {
    expect(text).toContain('offered = accepted + unsent: 26,400,000 = 26,400,000')
    expect(text).toContain('accepted = acknowledged + unknown + rejected: 21,400,000 = 21,400,000')
    expect(text).not.toContain('does not add up')
  })

  test('adds up the records of a group over its own topic', () => {
    const producers = knownRecord.plan.producers.map((producer) => ({
      ...producer,
      topic: producer.id === 'p-0' ? 'headroom-known-run-orders' : 'other',
    }))
    const acked = samples
      .flatMap(({ producers: list }) => list)
      .reduce((sum, { ackedRecords }) => sum + ackedRecords, 0)
    const groups = knownResult.accounting.groups.map((group) => ({
      ...group,
      consumedRecords: acked,
      duplicateRecords: 0,
      writtenThoughUnknownRecords: 0,
    }))
    const record = {
      ...knownRecord,
      plan: { ...knownRecord.plan, producers },
      result: { ...knownResult, accounting: { ...knownResult.accounting, groups } },
    }
    expect(readMarkup(htmlReport(record, samples)).text).not.toContain('does not add up')
  })

  test('has a sentence and a table for each chart', () => {
    const charts = elements.filter(({ name }) => name === 'svg')
    expect(charts.map(({ attributes }) => attributes.get('role'))).toEqual(['img', 'img', 'img', 'img'])
    expect(elements.filter(({ name }) => name === 'figcaption')).toHaveLength(4)
    expect(page.match(/<summary>The values of this chart<\/summary>/g)).toHaveLength(4)
    const rowsOfTimeline = page.match(/<tr><th scope="row" class="number">109<\/th>/g)
    expect(rowsOfTimeline).toHaveLength(2)
  })

  test('says what was not proven, and how to measure again', () => {
    expect(text).toContain('The capacity was declared by quotas')
    expect(text).toContain(
      'headroom validate SCENARIO.headroom.json --target embedded:kafka --scale 1 --duration 110s --report REPORTS',
    )
    expect(text).toContain('"peakRecordsPerSec": 240000')
  })

  test('says on page 1 what was not proven, and folds JSON away, which takes no page', () => {
    expect(text.indexOf('What was not proven')).toBeGreaterThan(0)
    expect(text.indexOf('What was not proven')).toBeLessThan(text.indexOf('Measured against predicted'))
    expect(
      page.match(/<details><summary>(Scenario as run|Offering, limits of [\d-]+|Run plan)<\/summary><pre>/g),
    ).toHaveLength(3)
    expect(page).toMatch(/@media print \{[^@]*details \{ display: none; \}/)
  })
})

describe('a report with hostile names', () => {
  const hostilePage = htmlReport(hostileRecord(), samples)
  const read = readMarkup(hostilePage)

  test('shows them as text and nothing else', () => {
    const known = new Set([...elements.map(({ name }) => name), 'strong'])
    expect([...new Set(read.elements.map(({ name }) => name))].filter((name) => !known.has(name))).toEqual([])
    expect(hostilePage).not.toMatch(/<script|<img|<iframe|<object|<link|<base/i)
    expect(read.text).toContain(hostile)
  })

  test('has no attribute that runs or loads', () => {
    const attributes = read.elements.flatMap((element) => [...element.attributes])
    expect(attributes.filter(([name]) => /^on|^src|^srcset|^style$|^action$/i.test(name))).toEqual([])
    expect(attributes.filter(([name, value]) => name.endsWith('href') && !/^https?:|^#[a-z-]+$/.test(value))).toEqual(
      [],
    )
  })
})

describe('every report', () => {
  test('forbids script and loading by its own policy, and its style loads nothing', () => {
    const policy = elements.find(({ attributes }) => attributes.get('http-equiv') === 'Content-Security-Policy')
    expect(policy?.attributes.get('content')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:/)
    expect(page).not.toMatch(/@import|url\(|<script/i)
  })

  test('shows the marks that qualify its result, even without an overlay', () => {
    const record: MeasuredRecord = {
      ...knownRecord,
      status: 'partial',
      endDetail: 'The runner was killed in second 40.',
      target: { ...knownRecord.target, scale: 0.1 },
      overlay: null,
    }
    const partial = htmlReport(record, knownSamples(40))
    for (const mark of ['declared capacity', 'scaled', 'partial']) {
      expect(partial).toContain(`<span class="mark">${mark}</span>`)
    }
    expect(readMarkup(partial).text).toContain('The runner was killed in second 40.')
    expect(partial).toContain('is the scenario before scaling')
  })

  test('can be made of a run that never measured anything', () => {
    const record: MeasuredRecord = {
      ...knownRecord,
      status: 'failed',
      endReason: 'prepare-failed',
      endDetail: 'No broker answered.',
      startedAtEpochMs: null,
      endedAtEpochMs: null,
      environment: null,
      preflight: null,
      cleanUp: null,
      result: null,
      overlay: null,
    }
    const failed = readMarkup(htmlReport(record, []))
    expect(failed.text).toContain('No broker answered.')
    expect(failed.text).toContain('Nothing was measured, so nothing was proven.')
    expect(failed.elements.filter(({ name }) => name === 'svg')).toHaveLength(1)
  })

  test('of an hour thins the tables of its charts and says so', () => {
    const record = { ...knownRecord, plan: { ...knownRecord.plan, durationMs: 3_600_000 } }
    const hour = htmlReport(record, knownSamples(3_600))
    expect(readMarkup(hour).text).toContain('Every 6th row of 3600')
    expect(hour.length).toBeLessThan(1_000_000)
  })
})
