import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { maxHistogramLength } from '../../../src/contracts/encoded-histogram.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { createLatencyRecorder } from '../../../src/measurement/histogram.ts'
import { parseHostMessage } from '../../../src/workbench/fleets/message-lines.ts'
import { histogramBomb } from '../measurement/histogram-bombs.ts'
import { knownRecord, knownSamples } from '../presentation/known-run.ts'

const [sample] = knownSamples(1)
const [producer] = sample?.producers ?? []
if (sample === undefined || producer === undefined) throw new Error('the known run has a producer')

function messageWith(histogram: string): string {
  const recorder = createLatencyRecorder()
  recorder.recordUs(2_000)
  const producers = [{ ...producer, serviceHistogram: histogram, responseHistogram: recorder.takeEncoded() }]
  return JSON.stringify({ type: 'sample', sample: { ...sample, producers } })
}

describe('a sample of a host or agent', () => {
  it('with a histogram that is too long is refused with the name of its field', async () => {
    const line = messageWith(await histogramBomb(400_000_000))
    const error = await Promise.resolve()
      .then(() => parseHostMessage(line))
      .then(() => null, AppError.from)
    expect([error?.code, error?.message]).toEqual([
      'PROTOCOL_VIOLATION',
      expect.stringContaining(
        `sample.producers[0].serviceHistogram: expected a latency histogram of up to ${maxHistogramLength} characters`,
      ),
    ])
    expect(error?.message.length).toBeLessThan(1_000)
  })

  it('with one that unpacks to more than any can is counted as not read, and the rest is', async () => {
    const message = parseHostMessage(messageWith(await histogramBomb(1_000_000)))
    if (message.type !== 'sample') throw new Error('it is no sample')
    const { latency, diagnosis } = computeResult(knownRecord.plan, [message.sample])
    expect([latency.service, latency.response?.count]).toEqual([null, 1])
    expect(diagnosis.evidence).toContainEqual({ label: 'Latency histograms that could not be read', value: '1' })
  })
})
