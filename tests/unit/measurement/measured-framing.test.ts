import { describe, expect, it } from 'vitest'
import type { ConsumerSample, ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { framingOver } from '../../../src/measurement/measured-framing.ts'
import { simulateRun } from './simulated-run.ts'

/** Values of 50 bytes, one a batch of 118, in a produce request of 207 and a fetch response of 160. */
const [payload, batch, request, response] = [50, 118, 207, 160]

const writing = (producer: ProducerSample): ProducerSample => ({
  ...producer,
  ackedPayloadBytes: producer.ackedRecords * payload,
  wireBytes: producer.ackedRecords * request,
  batches: {
    count: producer.ackedRecords,
    records: producer.ackedRecords,
    bytes: producer.ackedRecords * batch,
  },
})

const reading = (group: ConsumerSample): ConsumerSample => ({
  ...group,
  payloadBytes: group.records * payload,
  wireBytes: group.records * response,
})

const { plan, samples: plain } = simulateRun({ groups: 2 })
const samples: Sample[] = plain.map((sample) => ({
  ...sample,
  producers: sample.producers.map(writing),
  consumers: sample.consumers.map(reading),
}))

const changed = (change: (producer: ProducerSample) => ProducerSample): Sample[] =>
  samples.map((sample) => ({ ...sample, producers: sample.producers.map(change) }))

describe('framing', () => {
  it('is what clients sent and received beside record batches, as a share', () => {
    const { framing } = computeResult(plan, samples)
    expect(framing?.ingressShare).toBeCloseTo(1 - batch / request, 9)
    expect(framing?.egressShare).toBeCloseTo(1 - batch / response, 9)
  })

  it('is the same where half of the records are sent twice, because only acknowledged ones count', () => {
    const twice = changed((producer) => ({
      ...producer,
      wireBytes: 1.5 * producer.wireBytes,
      batches: {
        count: 1.5 * (producer.batches?.count ?? 0),
        records: 1.5 * (producer.batches?.records ?? 0),
        bytes: 1.5 * (producer.batches?.bytes ?? 0),
      },
    }))
    expect(computeResult(plan, twice).framing?.ingressShare).toBeCloseTo(1 - batch / request, 9)
  })

  it('leaves out the markers of transactions, which predictions count', () => {
    // A marker for each ten records.
    const transactionsOf = ({ ackedRecords }: ProducerSample) => {
      const markers = ackedRecords / 10
      return { committed: 1, commitMs: 3, aborted: 0, markers, abortedRecords: 0 }
    }
    const marked = changed((producer) => ({ ...producer, transactions: transactionsOf(producer) }))
    const { framing } = computeResult(plan, marked)
    expect(framing?.egressShare).toBeCloseTo(1 - (batch + 78 / 10) / response, 9)
    expect(framing?.ingressShare).toBeCloseTo(1 - batch / request, 9)
  })

  it('is not known where a producer reports no batches', () => {
    expect(computeResult(plan, plain).framing).toBeUndefined()
    const half = changed((producer) => {
      const { batches: _, ...rest } = producer
      return producer.producerId === 'p0' ? rest : producer
    })
    expect(computeResult(plan, half).framing).toBeUndefined()
  })

  it('is not made unknown by a producer that sends nothing', () => {
    const idle = changed((producer) =>
      producer.producerId === 'p0'
        ? producer
        : {
            ...producer,
            ackedRecords: 0,
            ackedPayloadBytes: 0,
            wireBytes: 0,
            batches: { count: 0, records: 0, bytes: 0 },
          },
    )
    expect(framingOver(plan, idle, idle)?.ingressShare).toBeCloseTo(1 - batch / request, 9)
  })

  it('is 0 where nothing was written or read, and where clients count less than their batches', () => {
    expect(framingOver(plan, samples, [])).toEqual({ ingressShare: 0, egressShare: 0 })
    const little = changed((producer) => ({ ...producer, wireBytes: producer.ackedRecords * 100 }))
    expect(framingOver(plan, little, little)?.ingressShare).toBe(0)
  })

  it('of a group is by the batches of the topic that it reads', () => {
    const topics = ['a', 'b'] as const
    const two = {
      ...plan,
      producers: plan.producers.map((producer, index) => ({ ...producer, topic: topics[index] ?? 'a' })),
      consumerGroups: plan.consumerGroups.map((group, index) => ({ ...group, topic: topics[index] ?? 'a' })),
    }
    // The batches of the second producer are twice as large, and its group receives as much as the other.
    const large = changed((producer) => {
      const { count = 0, records = 0, bytes = 0 } = producer.batches ?? {}
      const double = producer.producerId === 'p1' ? 2 : 1
      return { ...producer, wireBytes: double * producer.wireBytes, batches: { count, records, bytes: double * bytes } }
    }).map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((group) => ({
        ...group,
        wireBytes: group.groupId === 'g1' ? 2 * group.wireBytes : group.wireBytes,
      })),
    }))
    expect(framingOver(two, large, large)?.egressShare).toBeCloseTo(1 - batch / response, 9)
    const onlyFirst = { ...two, producers: two.producers.slice(0, 1) }
    expect(framingOver(onlyFirst, large, large)?.egressShare).toBeGreaterThan(1 - batch / response)
  })
})
