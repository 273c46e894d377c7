import { describe, expect, it } from 'vitest'
import type { TargetDescription } from '../../../../src/contracts/target.ts'
import { foreseenNotes } from '../../../../src/evidence/verdict/foreseen.ts'
import { predictionOf } from '../overlay-case.ts'

const onKafka: TargetDescription = {
  kind: 'embedded:kafka',
  label: 'embedded Apache Kafka',
  isDeclaredCapacity: true,
  scale: 1,
  brokers: 3,
  quotas: null,
  enforces: ['ingress', 'egress'],
}
const boundBy = (dimension: 'requests' | 'ingress') => predictionOf({ binding: [dimension] })

describe('a note before a run whose verdict no measurement can change', () => {
  it('names what binds and is not limited by the target, and what the target limits', () => {
    expect(foreseenNotes(boundBy('requests'), onKafka)).toEqual([
      'Whatever it measures, this run proves nothing: this target does not limit requests, which is what binds. This target limits ingress and egress. Change the workload so that one of these binds, or run it on a cluster of yours.',
    ])
  })

  it('says that simulated brokers limit nothing', () => {
    expect(foreseenNotes(boundBy('ingress'), { ...onKafka, kind: 'embedded:simulated', enforces: [] })).toEqual([
      'Whatever it measures, this run proves nothing: simulated brokers limit nothing.',
    ])
  })

  it('is absent if what binds is limited', () => {
    expect(foreseenNotes(boundBy('ingress'), onKafka)).toEqual([])
  })
})
