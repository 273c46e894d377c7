import { describe, expect, it } from 'vitest'
import { publishedFiguresChart } from '../../../src/charts/published-figures-chart.ts'
import { offering } from '../../../src/contracts/offering.ts'
import { backtest } from '../../../src/evidence/compute-backtest.ts'
import {
  evidenceSummary,
  publishedFigures,
  readPublishedFigures,
  withLeftOut,
} from '../../../src/presentation/backtest/published-figures.ts'
import { copyOfModel, isWritten } from '../../../src/renderer/features/models/model-draft.ts'
import { modelParameters } from '../../../src/renderer/features/models/model-parameters.ts'
import { shippedOffering } from '../capacity/known-files.ts'

const hosts = publishedFigures(shippedOffering('apache-kafka-on-hosts'))

describe('the published figures of a model', () => {
  it('have their predictions beside them, those outside the median last', () => {
    const apart = hosts.map((figure) => figure.whyNotCounted !== null)
    expect(apart).toEqual([...apart].sort())
    const [first] = hosts
    expect(first?.error).toBeCloseTo((first?.predicted.likely ?? 0) / (first?.published ?? 1) - 1, 12)
    for (const figure of hosts) expect(figure.error === null).toBe(/lower bound/.test(figure.whyNotCounted ?? ''))
  })

  it('are none, with the reason, if the user’s own model describes an impossible scenario', () => {
    const model = shippedOffering('apache-kafka-on-hosts')
    const [point] = model.evidence.points
    if (point === undefined) throw new Error('the model has no published figure')
    const broken = { ...point, set: { 'workload.topics.0.partitions': -1 } }
    const { figures, error } = readPublishedFigures({ ...model, evidence: { ...model.evidence, points: [broken] } })
    expect(figures).toEqual([])
    expect(error).toMatchObject({ code: 'OFFERING_INVALID', message: expect.stringContaining(point.id) })
    expect(readPublishedFigures(model)).toEqual({ figures: hosts, error: null })
  })

  it('are summarised in one sentence, even if there are none', () => {
    const counted = hosts.filter(({ whyNotCounted }) => whyNotCounted === null).length
    const { headline, details } = evidenceSummary(0, hosts)
    expect(headline).toMatch(
      /predicted blind it missed 103 figures of 14 publications by 73 % \(median\), and 24 of 103 lay inside its band\.$/,
    )
    expect(details).toEqual([
      expect.stringMatching(
        /^Predicted blind with a band for each law it missed 51 figures of 15 publications by 57 % \(median\), and 44 of 48 that can be compared with it lay inside its band\.$/,
      ),
      expect.stringMatching(
        /^Predicted before it was changed for them, but not blind, it missed 38 figures of 13 publications by 59 % \(median\), and 7 of 34 that/,
      ),
      expect.stringContaining(
        `It was made from ${counted} of ${hosts.length} published figures, and its median error on these is`,
      ),
    ])
    const aiven = publishedFigures(shippedOffering('aiven-kafka-2017'))
    expect(evidenceSummary(0, aiven).headline).toContain('not tested with independent figures')
    const cloud = publishedFigures(shippedOffering('confluent-cloud-dedicated'))
    expect(evidenceSummary(8, cloud).details.at(-1)).toBe(
      '1 other figure does not count (a lower bound: no more load was offered).',
    )
    expect(evidenceSummary(14, []).headline).toMatch(/^14 limits, each with its source; no published measurement/)
    expect(evidenceSummary(1, []).headline).toMatch(/^1 limit, with its source/)
  })
})

describe('the chart of published figures', () => {
  const figure = (published: number, likely: number, whyNotCounted: string | null = null) => ({
    label: `${published}`,
    published,
    predicted: { low: likely * 0.9, likely, high: likely * 1.1 },
    whyNotCounted,
  })

  it('draws each prediction as a share of its figure, and shades those outside the median', () => {
    const chart = publishedFiguresChart([figure(100, 95), figure(200, 260), figure(10, 1, 'a lower bound')])
    const likely = chart.series.find(({ id }) => id === 'predicted')
    expect(likely?.kind === 'line' && likely.points.flatMap(({ y }) => y ?? [])).toEqual([
      0.95, 0.95, 1.3, 1.3, 0.1, 0.1,
    ])
    expect(chart.annotations).toEqual([{ kind: 'shade', from: 2.5, to: 3.5, label: 'not in the median' }])
    expect(chart.series.some(({ id }) => id === 'left-out')).toBe(false)
    expect(chart.textAlternative).toMatch(/^1 of 3 .*“200” has the largest error: predicted 30 % too high\.$/)
  })
})

describe('the prediction of held-out figures', () => {
  it('is given for each held-out figure, as a share of it', () => {
    const model = shippedOffering('aiven-kafka-2017')
    const all = publishedFigures(model)
    const plain = all.slice(0, 2)
    const [first, second] = backtest([model]).points.filter(({ leaveOneOut }) => leaveOneOut !== null)
    const figures = withLeftOut(all, first === undefined ? [] : [first])
    const known = figures.filter(({ leftOut }) => leftOut !== null)
    expect(known.map(({ id }) => id)).toEqual([first?.id])
    expect(second?.id).not.toBe(first?.id)
    const chart = publishedFiguresChart(figures)
    const series = chart.series.find(({ id }) => id === 'left-out')
    const at = figures.findIndex(({ id }) => id === first?.id)
    expect(series?.kind === 'line' && series.points).toEqual([{ x: at + 1, y: 1 + (first?.leaveOneOutError ?? 0) }])
    expect(withLeftOut(plain, []).every(({ leftOut }) => leftOut === null)).toBe(true)
  })
})

describe('the initial text of an own model', () => {
  it('is a copy with a new id and without published figures', () => {
    const copy: unknown = JSON.parse(copyOfModel(shippedOffering('confluent-cloud-dedicated')))
    expect(copy).toMatchObject({ id: 'my-confluent-cloud-dedicated' })
    expect(offering.safeParse(copy).success).toBe(true)
    expect(copy).not.toHaveProperty('evidence')
  })
})

describe('the text of a model', () => {
  it('counts as written by the user unless it is an unchanged copy of another model', () => {
    const model = shippedOffering('confluent-cloud-dedicated')
    expect(isWritten(copyOfModel(model), [model])).toBe(false)
    expect(isWritten(' \n', [model])).toBe(false)
    expect(isWritten(copyOfModel(model).replace('My ', 'Our '), [model])).toBe(true)
  })
})

describe('the parameters of a model', () => {
  it('are those of a computed model; a service has limits instead', () => {
    expect(modelParameters(shippedOffering('confluent-cloud-dedicated'))).toEqual([])
    const ids = modelParameters(shippedOffering('aiven-kafka-2017')).map(({ id }) => id)
    expect(ids).toContain('clouds.aws')
    expect(ids).toContain('coresExponent')
    expect(modelParameters(shippedOffering('apache-kafka-on-hosts')).length).toBeGreaterThan(3)
  })
})
