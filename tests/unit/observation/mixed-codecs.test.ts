import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { shippedOffering } from '../capacity/known-files.ts'
import { condensed, knownDeployment, observationOf } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

const offering = shippedOffering('confluent-cloud-dedicated')

/** A topic of which this share of the batches is not compressed, and the others are to a quarter by zstd. */
function readingOf(uncompressedShare: number) {
  const { recordBytes, recordsPerBatch } = evenTopic
  const reading = knownReading([evenTopic])
  const topics = reading.topics.map((topic) => {
    const { sample } = topic
    if (sample === null) throw new Error('The reading has samples.')
    const batchBytes = recordBytes * recordsPerBatch
    const sums = (codec: 'none' | 'zstd', batches: number, ratio: number) => ({
      ...{ codec, batches, records: batches * recordsPerBatch, openedBatches: batches },
      ...{
        wireBytes: batches * Math.round(61 + batchBytes * ratio),
        compressedBytes: batches * Math.round(batchBytes * ratio),
      },
      uncompressedBytes: batches * batchBytes,
    })
    const unpacked = Math.round(90 * uncompressedShare)
    const codecs = [sums('none', unpacked, 1), sums('zstd', 90 - unpacked, 0.25)]
    const wireBytes = Math.round(codecs.reduce((sum, each) => sum + each.wireBytes, 0) / 90)
    const { hits, following } = sample
    return {
      ...topic,
      sample: {
        ...sample,
        codecs,
        hits: { ...hits, wireBytes: hits.batches * wireBytes },
        following: { ...following, wireBytes: following.batches * wireBytes },
      },
    }
  })
  return { ...reading, topics }
}

describe('a topic with records of several codecs', () => {
  // By hand: of 29,970 bytes of records in a batch of 37, 60 % stay and 40 % become a quarter: 70 %, or 20,979, and a header
  // of 61 bytes. At 30,000 records/s that is 17.06 MB/s. Without compression it would be 24.35 MB/s.
  it('has its bytes on the wire in the scenario, although most of its records are not compressed', () => {
    const { scenario } = scenarioOf(observationOf(readingOf(0.6)), knownDeployment, offering)
    expect(scenario.workload.producers[0]?.compression).toBe('zstd')
    expect(predict(scenario, offering).offered.ingressWireBytesPerSec / 17.06e6).toBeCloseTo(1, 2)
  })

  it('is asked about with its codecs, unless one of them is rare', () => {
    const asked = (share: number) => {
      return condensed(readingOf(share)).questions.flatMap(({ id, text }) => (id === 'several-codecs' ? [text] : []))
    }
    expect(asked(0.6)).toEqual([
      'Which producers compress? Records have several codecs in orders (none 60 %, zstd 40 %).',
    ])
    expect(asked(0.03)).toEqual([])
    expect(asked(1)).toEqual([])
  })

  it('has no codec if nothing is compressed', () => {
    const { scenario } = scenarioOf(observationOf(readingOf(1)), knownDeployment, offering)
    expect(scenario.workload.producers[0]?.compression).toBe('none')
  })
})
