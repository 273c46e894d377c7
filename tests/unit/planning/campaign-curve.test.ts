import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { type Campaign, campaign } from '../../../src/contracts/campaign.ts'
import { campaignCurve } from '../../../src/planning/campaign-curve.ts'
import { exampleOffering } from '../workbench/example-run.ts'
import { smallScenario } from '../workbench/small-scenario.ts'

function campaignOf(method: object): Campaign {
  return campaign.parse({ kind: 'headroom.campaign', schemaVersion: 1, name: 'c', scenario: smallScenario, method })
}

const circumstances = { offeringOf: () => exampleOffering, scale: 0.5, contextOf: () => ({}) }

describe('the predicted curve of a campaign', () => {
  it('covers the load factors of a ladder, and equals the prediction of a step at that step', () => {
    const { axis, places, placeOf } = campaignCurve(
      campaignOf({ kind: 'ladder', loadFactors: [0.5, 2] }),
      ['load-0.5', 'load-2'],
      circumstances,
    )
    expect(axis).toEqual({ kind: 'linear', title: 'times the load', from: 0, to: 2 })
    expect([placeOf('load-2'), places.at(0)?.x, places.at(-1)?.x]).toEqual([2, 0.5, 2])
    expect(places.length).toBeGreaterThan(50)
    const scaled = scaleScenario(scaleScenario(smallScenario, 2), 0.5)
    const { expected } = predict(scaled, exampleOffering, { capacityScale: 0.5 })
    expect(places.at(-1)?.expected).toEqual(expected)
  })

  it('covers the values of one numeric field, on a logarithmic axis if they span decades, and only whole values', () => {
    const fields = [{ path: 'workload.topics.0.partitions', values: [3, 100, 3] }]
    expect(
      campaignCurve(campaignOf({ kind: 'sweep', fields }), [], circumstances).axis.kind,
      'a value that comes twice is no axis',
    ).toBe('steps')
    const once = [{ path: 'workload.topics.0.partitions', values: [3, 100] }]
    const { axis, places, placeOf } = campaignCurve(campaignOf({ kind: 'sweep', fields: once }), [], circumstances)
    expect(axis).toMatchObject({ kind: 'logarithmic', from: 3, to: 100 })
    expect(placeOf('value-2')).toBe(100)
    expect(places.every(({ x }) => Number.isInteger(x))).toBe(true)
  })

  it('covers the axis of cases, if more than one case sets nothing else', () => {
    const axis = 'workload.topics.0.partitions'
    const cases = [
      { id: 'three', label: '3', set: { [axis]: 3 } },
      { id: 'many', label: '60', set: { [axis]: 60 } },
      { id: 'other', label: 'acks', set: { [axis]: 60, 'workload.producers.0.acks': '1' } },
    ]
    const { axis: found, placeOf } = campaignCurve(campaignOf({ kind: 'cases', cases, axis }), [], circumstances)
    expect(found).toMatchObject({ kind: 'logarithmic', from: 3, to: 60 })
    expect(['three', 'many', 'other'].map(placeOf)).toEqual([3, 60, null])
    const byCase = campaignCurve(campaignOf({ kind: 'cases', cases }), [], circumstances)
    expect([byCase.axis, byCase.placeOf('other')]).toEqual([{ kind: 'steps', count: 3 }, 3])
  })

  it('numbers the steps if they do not vary a single quantity', () => {
    const fields = [
      { path: 'workload.topics.0.partitions', values: [3, 100] },
      { path: 'workload.producers.0.acks', values: ['1', 'all'] },
    ]
    const { axis, places, placeOf } = campaignCurve(campaignOf({ kind: 'sweep', fields }), [], circumstances)
    expect([axis, places.length, placeOf('value-3'), placeOf('none')]).toEqual([
      { kind: 'steps', count: 4 },
      4,
      3,
      null,
    ])
  })
})
