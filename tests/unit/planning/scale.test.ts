import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { embeddedQuotas, scaleFromTrial } from '../../../src/planning/scale.ts'
import { dedicated, orders2020, whitePaper } from '../capacity/known-files.ts'

describe('a workload and its capacity scaled together', () => {
  it('scales record rates and nothing else', () => {
    const scaled = scaleScenario(orders2020, 0.1)
    expect(scaled.workload.producers[0]).toEqual({
      ...orders2020.workload.producers[0],
      peakRecordsPerSec: 6000,
      averageRecordsPerSec: 2000,
    })
    expect({ ...scaled, workload: null }).toEqual({ ...orders2020, workload: null })
    expect(scaled.workload.topics).toEqual(orders2020.workload.topics)
  })

  it('declares the limits of the offering as quotas: 2 CKUs x 0.1 over 3 brokers', () => {
    expect(embeddedQuotas(whitePaper, dedicated, { scale: 0.1, brokers: 3 })).toEqual({
      producerBytesPerSec: 3_333_333,
      consumerBytesPerSec: 10e6,
    })
  })

  it('takes quotas from the offering, not from the prediction: more load or fewer partitions change nothing', () => {
    const busier = scaleScenario(whitePaper, 7)
    expect(embeddedQuotas(busier, dedicated, { scale: 1, brokers: 1 })).toEqual({
      producerBytesPerSec: 100e6,
      consumerBytesPerSec: 300e6,
    })
  })

  it('multiplies only the quotas by the quota factor', () => {
    const quotas = embeddedQuotas(whitePaper, dedicated, { scale: 0.1, brokers: 1, quotaFactor: 0.7 })
    expect(quotas.producerBytesPerSec).toBeCloseTo(7e6, 6)
  })
})

describe('the scale that a trial suggests', () => {
  const prediction = predict(whitePaper, dedicated)
  const scale = (ingressMB: number, egressMB: number) =>
    scaleFromTrial({ ingressWireBytesPerSec: ingressMB * 1e6, egressWireBytesPerSec: egressMB * 1e6 }, prediction)

  it.each([
    [40, 120, 0.2],
    [40, 90, 0.15],
    [37, 111, 0.15],
    [90, 270, 0.4],
    [2.1, 6.3, 0.01],
    [1000, 3000, 1],
  ])(
    'is half of what it reached, readable: %d MB/s in and %d out of 100 and 300 give %d',
    (ingress, egress, expected) => {
      expect(scale(ingress, egress)).toBe(expected)
    },
  )

  it('cannot be found if no records moved', () => {
    expect(() => scale(0, 0)).toThrow('The trial moved no records')
  })
})
