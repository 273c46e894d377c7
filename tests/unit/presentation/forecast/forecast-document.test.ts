import { describe, expect, it } from 'vitest'
import { forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { readGrowth } from '../../../../src/capacity/forecast/read-growth.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import type { Keys } from '../../../../src/contracts/workload.ts'
import { forecastDocument } from '../../../../src/presentation/forecast/forecast-document.ts'
import { loadSection } from '../../../../src/presentation/forecast/forecast-load.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { dayNumber, scenarioWith } from '../../capacity/forecast/forecast-cases.ts'
import { shippedOfferings } from '../../capacity/shipped-offerings.ts'
import { forecastAnswer } from './known-forecast.ts'

const names = ['orders']
const days = { from: '2026-12-01', to: '2029-12-01' }

function ruleOf(text: string) {
  const reading = readGrowth(text, names)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.rule
}

function documentOf(growth: readonly string[], recordsPerSec: number, size = 2, keys: Keys = { kind: 'none' }) {
  const base = scenarioWith(names)
  const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: recordsPerSec, keys }))
  const workload = { ...base.workload, producers }
  const scenario = { ...base, workload, deployment: { ...base.deployment, size } }
  const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
  if (offering === undefined) throw new Error('no offering')
  const question = { rules: growth.map(ruleOf), from: dayNumber(days.from), to: dayNumber(days.to) }
  return forecastDocument(forecastAnswer(scenario, offering, question))
}

/** A load with one key of 8 % on 77 partitions, which are enough for the first days of its growth. */
function skewedScenario(): Scenario {
  const base = scenarioWith(['writers'])
  const workload = {
    ...base.workload,
    topics: base.workload.topics.map((topic) => ({ ...topic, partitions: 77, replicationFactor: 3 })),
    producers: base.workload.producers.map((each) => ({
      ...each,
      ...{ clients: 200, peakRecordsPerSec: 120_000, recordValueBytes: 1400, recordKeyBytes: 8, lingerMs: 50 },
      ...{ compression: 'lz4' as const, compressionRatio: 1 / 3, isIdempotent: true },
      keys: { kind: 'zipf', distinct: 1_000_000, exponent: 1.0219 } as const,
    })),
    consumerGroups: base.workload.consumerGroups.map((each) => ({
      ...each,
      ...{ count: 5, members: 12, fetchMinBytes: 65_536 },
    })),
  }
  return { ...base, workload, deployment: { ...base.deployment, size: 3 } }
}

/** 30 MB/s with one key of 8 % on 170 partitions of a, beside 200 partitions of b, on two eCKUs of Standard. */
function withTopicBeside(): Scenario {
  const base = scenarioWith(['writers', 'others'])
  const keys = { kind: 'zipf', distinct: 1_000_000, exponent: 1.0219 } as const
  const [topic] = base.workload.topics
  const [writers, others] = base.workload.producers
  if (topic === undefined || writers === undefined || others === undefined) throw new Error('no producers')
  const workload = {
    ...base.workload,
    topics: [
      { ...topic, partitions: 170 },
      { ...topic, name: 'b', partitions: 200 },
    ],
    producers: [
      { ...writers, clients: 10, peakRecordsPerSec: 30_000, lingerMs: 50, keys },
      { ...others, topic: 'b', peakRecordsPerSec: 100 },
    ],
  }
  return { ...base, workload, deployment: { offering: 'confluent-cloud-standard', size: 2 } }
}

function documentOn(scenario: Scenario, growth: string) {
  const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
  if (offering === undefined) throw new Error('no offering')
  const question = { rules: [ruleOf(growth)], from: dayNumber(days.from), to: dayNumber(days.to) }
  return forecastDocument(forecastAnswer(scenario, offering, question))
}

function reasonOf(scenario: Scenario, growth: string): string | undefined {
  return documentOn(scenario, growth).answer.reason
}

it('names the day on which a launch or a season passes the target and fills the limit once', () => {
  const { answer } = documentOf(['20%/year', 'x4 from 2027-06-01'], 30_000)
  expect(JSON.stringify(answer.sentence)).toMatch(/: full on .*2027-06-01/)
  expect(JSON.stringify(answer.sentence)).not.toContain('used on')
})

describe('the sentence of a forecast', () => {
  it('says when the first limit is at 80 % and when it is full, and what to buy by when', () => {
    const { answer } = documentOf(['20%/year'], 75_000)
    expect(answer.sentence).toMatch(/^\S.*: 80 % used on 20\d\d-\d\d-\d\d, full on 20\d\d-\d\d-\d\d\.$/)
    expect(answer.reason).toMatch(
      /^Buy 3 CKUs by 20\d\d-\d\d-\d\d instead of the scenario’s 2, and make \d+ instead of 12 partitions of a\. They last until 2029-12-01 at least\.$/,
    )
  })

  it('says that everything fits, with what is fullest then', () => {
    const { answer } = documentOf(['5%/year'], 1000)
    expect(answer.sentence).toMatch(
      /^Every limit stays below 80 % until 2029-12-01\. The fullest then is [a-z].*, at \d+/,
    )
    expect(answer.reason).toBe('2 CKUs are enough until 2029-12-01.')
  })

  it('says what happens before the last day with a chance of 10 %', () => {
    const full = documentOf(['10..30%/year'], 60_000).answer.sentence
    expect(full).toMatch(
      /: 80 % used on .*, likely not full by 2029-12-01, but with a chance of 10 % by 20\d\d-\d\d-\d\d\.$/,
    )
    const below = documentOf(['0..25%/year'], 58_000).answer.sentence
    expect(below).toMatch(
      /^Every limit likely stays below 80 % until 2029-12-01; with a chance of 10 % \S.* reaches it by 20\d\d-\d\d-\d\d\. The fullest then is [a-z]/,
    )
  })

  it('marks limits of more than a year before its first day beside the deployment', () => {
    const factOf = (from: string) => {
      const base = scenarioWith(names)
      const scenario = { ...base, deployment: { ...base.deployment, asOf: '2026-03' } }
      const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
      if (offering === undefined) throw new Error('no offering')
      const question = { rules: [ruleOf('5%/year')], from: dayNumber(from), to: dayNumber('2029-12-01') }
      const found = forecastDocument(forecastAnswer(scenario, offering, question))
      return JSON.stringify(found.introduction)
    }
    expect(factOf('2026-12-01')).not.toContain('more than a year old')
    expect(factOf('2027-12-01')).toContain('more than a year old')
  })

  it('says that the first day is in a season, whose rates are not those of the scenario', () => {
    const season = 'x2 from 11-20 to 12-31'
    const introduction = (rule: string) => JSON.stringify(documentOf(['5%/year', rule], 1000).introduction)
    expect(introduction(season)).toContain('in a season: x 2 from 11-20 to 12-31 every year. The rates of the scenario')
    expect(introduction('x2 from 12-02 to 12-31')).not.toContain('in a season')
    const load = (rule: string) => JSON.stringify(documentOf(['5%/year', rule], 1000).sections)
    const unit = 'x 1 is the load of the first day, 2026-12-01, in its season. The scenario has the load outside of it.'
    expect(load(season)).toContain(unit)
    expect(load('x2 from 12-02 to 12-31')).not.toContain('x 1 is the load of')
  })

  it('says that the load of the first day does not fit, whatever day that is', () => {
    const { answer } = documentOf(['5%/year'], 500_000)
    expect(answer.sentence).toContain('Ingress: full on the first day; its load does not fit')
    expect(answer.reason).toMatch(
      /^Buy (\d+) CKUs by 2026-12-01 instead of the scenario’s 2, and make \d+ instead of 12 partitions of a\. They last until 20\d\d-\d\d-\d\d, when \d+ are needed\.$/,
    )
  })

  it('says what helps a partition, where a larger size would hardly help it', () => {
    const reasonOn = (growth: string) => reasonOf(skewedScenario(), growth)
    expect(reasonOn('20%/year')).toMatch(
      /^Make \d+ instead of 77 partitions of a now, which is enough until (20\d\d-\d\d-\d\d)\. Spread the most frequent key of a by then: more partitions or a larger size hardly help after that\.$/,
    )
    expect(reasonOn('x1.5 from 12-05 to 12-20')).toMatch(
      /^(Make \d+ instead of 77 partitions of a now\. )?From 2026-12-05 no size that can be bought is enough\. The most/,
    )
  })

  it('says what to buy today for the partitions to make, although a key outgrows a partition years later', () => {
    // Two eCKUs of Standard take 500 partitions. Those to make of a and the 200 of b are more.
    const reason = reasonOf(withTopicBeside(), '20%/year')
    expect(reason).toMatch(
      /^Buy 3 eCKUs by 2026-12-01 instead of the scenario’s 2, and make (\d+) instead of 170 partitions of a\. /,
    )
    expect(Number(reason?.match(/make (\d+) /)?.[1]) + 200).toBeGreaterThan(500)
  })

  it('says that a key has to be spread if it is too large for any number of partitions', () => {
    const skewed = { kind: 'zipf', distinct: 1000, exponent: 1 } as const
    const document = documentOf(['100%/year'], 60_000, 2, skewed)
    expect(document.answer.reason).toMatch(
      /^No size .* is enough on the first day\. The most frequent key of a has to be spread\.$/,
    )
    expect(paintMarkdown(document)).toMatch(/a: from 20\d\d-\d\d-\d\d its most frequent key is too large/)
  })
})

describe('a forecast of a key that outgrows its partition', () => {
  const document = documentOn(skewedScenario(), '20%/year')
  const markdown = paintMarkdown(document)

  it('says that its days are for the partitions of today', () => {
    expect(document.answer.sentence).toMatch(/^Partition egress \(a\) with the scenario’s partitions: 80 % used on 20/)
  })

  it('has the sizes that only carry the key some days longer in one row', () => {
    const sizesIn = (id: string) => {
      const sections = document.sections.filter((section) => section.id === id)
      const lines = paintMarkdown({ ...document, introduction: [], sections }).split('\n')
      return lines.filter((line) => line.startsWith('| 20')).map((row) => row.split('|')[2]?.trim())
    }
    expect(sizesIn('sizes').slice(0, 2)).toEqual([
      '3 CKUs',
      expect.stringMatching(
        /^4 to \d\d CKUs until 2027-\d\d-\d\d, for some days each: a larger size hardly helps, because a key fills its partition$/,
      ),
    ])
    expect(markdown).toContain('no size suffices')
    // Of these sizes the costs have the first and the last one.
    expect(sizesIn('costs-over-time')).toEqual([
      ...['3 CKUs (the scenario’s)', '3 CKUs', '4 CKUs', expect.stringMatching(/^\d\d CKUs$/)],
      ...['no size is enough', 'no size is enough'],
    ])
  })

  it('shows a utilisation just below the target as below it', () => {
    const [row] = markdown.split('\n').filter((line) => line.startsWith('| Partition egress (a) |'))
    expect(row).toMatch(/^\| Partition egress \(a\) \| 79\.\d %/)
  })
})

describe('the document of a forecast', () => {
  it('is painted as a page and as Markdown, with the chart and all sections', () => {
    const document = documentOf(['10..40%/year', 'x2 from 11-20 to 12-31'], 60_000)
    const [html, markdown] = [paintHtml(document), paintMarkdown(document)]
    for (const text of ['When limits are full', 'Which size to buy by when', 'Partitions to make now']) {
      expect(html).toContain(text)
      expect(markdown).toContain(text)
    }
    expect(html).toContain('<svg')
    expect(markdown).toContain('x 2 from 11-20 to 12-31 every year')
    expect(markdown).toContain('How published limits changed')
  })
})

describe('the load over the years', () => {
  it('has the first day and every anniversary, that of 29 February on the last day of February', () => {
    const loadDays = (from: string, to: string) => {
      const base = scenarioWith(names)
      const offering = shippedOfferings.find(({ id }) => id === base.deployment.offering)
      if (offering === undefined) throw new Error('no offering')
      const question = { rules: [ruleOf('5%/year')], from: dayNumber(from), to: dayNumber(to) }
      const found = forecast(base, offering, question)
      const [table] = loadSection(found).blocks
      return table?.kind === 'table' ? table.rows.map(([day]) => day?.content) : []
    }
    expect(loadDays('2028-02-29', '2033-02-28')).toEqual([
      ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
    ])
    expect(loadDays('2027-12-31', '2029-06-30')).toEqual(['2027-12-31', '2028-12-31', '2029-06-30'])
  })

  it('has the day of a launch, and the first and the last day of each season, with what they are', () => {
    const base = scenarioWith(names)
    const offering = shippedOfferings.find(({ id }) => id === base.deployment.offering)
    if (offering === undefined) throw new Error('no offering')
    const rules = ['5%/year', 'x2 from 11-20 to 01-10', 'x1.5 from 2027-03-01'].map(ruleOf)
    const found = forecast(base, offering, { rules, from: dayNumber('2026-12-01'), to: dayNumber('2028-12-01') })
    const text = paintMarkdown({ ...documentOf(['5%/year'], 1000), introduction: [], sections: [loadSection(found)] })
    const rows = [...text.matchAll(/^\| (2\d{3}-\d\d-\d\d[^|]*?) +\| +x ([\d.]+)/gm)].map(([, day, load]) => [
      day,
      load,
    ])
    // The first day is in the season already, so its load is that of the season.
    expect(rows.map(([day]) => day)).toEqual([
      '2026-12-01',
      '2027-01-10 (last day of a season)',
      '2027-03-01 (launch)',
      '2027-11-20 (season begins)',
      '2027-12-01',
      '2028-01-10 (last day of a season)',
      '2028-11-20 (season begins)',
      '2028-12-01',
    ])
    const load = (day: string) => Number(rows.find(([text]) => text?.startsWith(day))?.[1])
    expect(load('2027-03-01') / load('2026-12-01')).toBeCloseTo((1.5 / 2) * 1.05 ** 0.25, 1)
    expect(load('2027-11-20') / load('2027-03-01')).toBeCloseTo(2 * 1.05 ** 0.72, 1)
  })
})

describe('the sentence on doubt', () => {
  it('does not call growth exact where it has a range, even if every limit is full already', () => {
    const full = documentOf(['10..30%/year'], 5_000_000)
    expect(paintMarkdown(full)).not.toContain('Growth is taken as exact')
    expect(paintMarkdown(full)).toContain('Each of these days is the same whether growth is low or high.')
  })
})
