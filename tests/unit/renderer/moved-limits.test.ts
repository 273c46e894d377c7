import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { bindingTexts, constraintsInOrder, utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import { movedLimits } from '../../../src/renderer/features/sizing/moved-limits.ts'
import { questionsOf } from '../../../src/renderer/features/sizing/open-questions.tsx'
import { editorOf } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { placeOfPath, valueAt } from '../../../src/renderer/features/sizing/scenario-path.ts'
import { dedicated, first, smallScenario } from '../capacity/known-files.ts'

const prediction = predict(first, dedicated)

function moved(place: string): string[] {
  return movedLimits(editorOf(first, null), place, { offering: dedicated, prediction }).map((each) => each.id)
}

describe('the limits that a field affects', () => {
  it('are those of one partition and of their number if the field is the partitions', () => {
    expect(moved('workload.topics[0].partitions')).toEqual(
      expect.arrayContaining(['partition-ingress:orders', 'partition-egress:orders', 'partitions']),
    )
    expect(moved('workload.topics[0].partitions')).not.toContain('connections')
  })

  it('are all that grow with the load if the field is the rate, the binding one first', () => {
    expect(moved('workload.producers[0].peakRecordsPerSec')[0]).toBe('ingress')
    expect(moved('workload.producers[0].peakRecordsPerSec')).toContain('egress')
  })

  it('are none if a field only fills disks, or is empty', () => {
    expect(moved('workload.topics[0].retentionMs')).toEqual([])
    expect(moved('workload.connections.total')).toEqual([])
  })

  it('are found even if the field has its largest value', () => {
    const most = smallScenario({ topic: { partitions: 200_000 } })
    const known = { offering: dedicated, prediction: predict(most, dedicated) }
    const limits = movedLimits(editorOf(most, null), 'workload.topics[0].partitions', known)
    expect(limits[0]?.id).toBe('partitions')
  })
})

describe('open questions', () => {
  it('lead to places that the scenario has or may have', () => {
    expect(questionsOf(prediction).map((each) => placeOfPath(each.field))).toEqual([
      'workload.roundTripMs',
      'workload.connections.total',
      'workload.producers[0].keys',
    ])
    expect(valueAt(first, 'workload.producers[0].keys')).toEqual({ kind: 'none' })
  })
})

describe('the list of limits', () => {
  it('has the order of the chart', () => {
    const bars = utilisationChart(prediction).series.flatMap((series) => (series.kind === 'bars' ? series.bars : []))
    // The chart leaves out members per partition, which slow no client here.
    const drawn = constraintsInOrder(prediction).filter(({ dimension }) => dimension !== 'consumers-per-partition')
    expect(drawn.map((each) => each.utilisation)).toEqual(bars.map((bar) => bar.value))
  })

  it('says that a limit would bind first if the load does not reach it', () => {
    expect([...new Set(bindingTexts(prediction).values())]).toEqual(['binds'])
    expect([...new Set(bindingTexts({ ...prediction, headroom: 4 }).values())]).toEqual(['binds first'])
  })

  it('says whom a limit slows that binds one direction without setting the headroom', () => {
    const limit = (id: string) => ({ id, dimension: 'ingress', layer: 'cluster' }) as const
    const ingress = { headroom: 0.9, binding: [limit('a'), limit('c')] }
    const egress = { headroom: 0.8, binding: [limit('b'), limit('c')] }
    const texts = (directions: NonNullable<Prediction['directions']>, { achievable } = prediction) =>
      Object.fromEntries(bindingTexts({ headroom: 0.8, binding: [limit('b')], directions, achievable }))
    expect(texts({ ingress, egress })).toEqual({ b: 'binds', a: 'binds producers', c: 'binds producers and consumers' })
    expect(texts({ ingress: { ...ingress, headroom: 1.2 }, egress: { ...egress, binding: [limit('b')] } })).toEqual({
      b: 'binds',
    })
    const { achievable } = prediction
    const nobodyReads = { ...achievable, egressWireBytesPerSec: { low: 0, likely: 0, high: 0 } }
    expect(texts({ ingress, egress }, { ...prediction, achievable: nobodyReads })).toEqual({
      b: 'binds',
      a: 'binds producers',
      c: 'binds producers',
    })
  })
})
