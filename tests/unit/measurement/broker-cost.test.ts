import { describe, expect, it } from 'vitest'
import {
  brokerCostsOver,
  brokerUses,
  isrShrinksOver,
  machineElements,
  prometheusOver,
} from '../../../src/measurement/broker-cost.ts'
import { busiestHost } from '../../../src/measurement/client-cost.ts'
import { sortSeconds } from '../../../src/measurement/load-seconds.ts'
import { simulateRun } from './simulated-run.ts'

const burnInSeconds = 4

describe('the resource use of embedded brokers', () => {
  const { plan, samples } = simulateRun({ durationSeconds: 20, burnInSeconds, windowSeconds: 2 })

  it('is the mean of each broker after the burn-in, in the order of broker ids', () => {
    const seen = samples.map((sample) => ({
      ...sample,
      brokers: [3, 1].map((brokerId) => ({
        brokerId,
        cpuCores: sample.second < burnInSeconds ? 9 : brokerId / 2,
        residentBytes: 1,
      })),
    }))
    expect(brokerUses(plan, seen)).toEqual([{ cpuCores: 0.5 }, { cpuCores: 1.5 }])
  })

  it('separates network and disk: a record is received, appended, and sent to each of two followers', () => {
    const io = { readBytes: 300, writtenBytes: 300, diskReadBytes: 0, diskWrittenBytes: 100 }
    const brokers = [{ brokerId: 1, cpuCores: 1, residentBytes: 1, io }]
    const seen = samples.map((sample) => ({ ...sample, durationMs: 1_000, brokers }))
    // 100 received; 100 appended; 200 read back and sent.
    expect(brokerUses(plan, seen)).toEqual([{ cpuCores: 1, diskWrittenBytesPerSec: 100, networkBytesPerSec: 300 }])
  })

  it('is computed for a load of two days and a half, too', () => {
    const [first] = samples
    if (first === undefined) throw new Error('there is no sample')
    const prometheus = { figures: { cpuCores: 2 }, error: null }
    const long = Array(216_000).fill({
      ...first,
      brokers: [{ brokerId: 1, cpuCores: 1, residentBytes: 5 }],
      prometheus,
    })
    expect(brokerCostsOver(long)).toMatchObject([{ cpuCoresMax: 1, residentBytesMax: 5, heapBytesMax: null }])
    const told = prometheusOver({ ...plan, prometheusUrl: 'http://broker:9404/metrics' }, long)
    expect(told?.figures.cpuCores).toEqual({ mean: 2, max: 2 })
  })

  it('is read of an endpoint although two samples have the same second', () => {
    const prometheus = { figures: { cpuCores: 2 }, error: null }
    const hosts = [{ host: 'a', cpu: 0.5 }]
    const doubled = samples.flatMap((sample) => [{ ...sample, prometheus, hosts }, sample])
    const { load } = sortSeconds(plan, doubled)
    expect(prometheusOver({ ...plan, prometheusUrl: 'http://broker:9404/metrics' }, load)?.readings).toBe(load.length)
    expect(busiestHost(load)).toEqual({ host: 'a', cpu: 0.5 })
  })

  it('is empty if brokers cannot be observed', () => {
    expect([brokerUses(plan, samples), machineElements(plan, samples)]).toEqual([[], []])
    expect(isrShrinksOver(plan, samples)).toBeNull()
  })

  it('lists the resource with the highest utilisation first, and counts shrunk in-sync sets over the whole load', () => {
    const seen = samples.map((sample) => ({
      ...sample,
      hostCpu: 0.5,
      hostDisk: sample.second < burnInSeconds ? 0 : 0.9,
      brokers: [{ brokerId: 1, cpuCores: 1, residentBytes: 1, isrShrinks: sample.second < 2 ? 1 : 0 }],
    }))
    expect(machineElements(plan, seen)).toEqual([
      { element: 'disk', usedFraction: expect.closeTo(0.9) },
      { element: 'processor', usedFraction: expect.closeTo(0.5) },
    ])
    expect(isrShrinksOver(plan, seen)).toBe(2)
  })
})
