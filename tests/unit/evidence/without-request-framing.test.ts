import { describe, expect, it } from 'vitest'
import type { FigureIntervals } from '../../../src/contracts/figures.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import { asPredicted } from '../../../src/evidence/without-request-framing.ts'

const at = (mean: number) => ({ low: mean - 10, mean, high: mean + 10 })

const steady: FigureIntervals = {
  ingressWireBytesPerSec: at(1000),
  ingressPayloadBytesPerSec: at(500),
  egressWireBytesPerSec: at(2000),
  egressPayloadBytesPerSec: at(1000),
  recordsPerSec: at(100),
}

/** A third of what was written is framing, and a tenth of what was read. */
const framing = { ingressShare: 1 / 3, egressShare: 0.1 }

const lag: NonNullable<Prediction['lag']> = {
  growthBytesPerSec: { low: 1, likely: 1, high: 1 },
  readShare: 0.8,
  groups: 2,
  untilRetentionMs: null,
  topic: null,
}

describe('measured wire bytes in what the prediction counts', () => {
  it('are record batches in both directions if consumers are predicted to keep up, and no other figure changes', () => {
    const { ingressWireBytesPerSec, egressWireBytesPerSec, ...rest } = asPredicted(steady, { lag: null }, framing)
    expect(ingressWireBytesPerSec.low).toBeCloseTo(660, 9)
    expect(ingressWireBytesPerSec.mean).toBeCloseTo(666.667, 3)
    expect(ingressWireBytesPerSec.high).toBeCloseTo(673.333, 3)
    expect(egressWireBytesPerSec.mean).toBeCloseTo(1800, 9)
    const { ingressWireBytesPerSec: _in, egressWireBytesPerSec: _out, ...others } = steady
    expect(rest).toEqual(others)
    expect(asPredicted(steady, {}, framing)).toEqual(asPredicted(steady, { lag: null }, framing))
  })

  it('are all bytes that consumers received if a limit on reading is predicted to bind, because it counts whole responses', () => {
    const compared = asPredicted(steady, { lag }, framing)
    expect(compared.egressWireBytesPerSec).toEqual(steady.egressWireBytesPerSec)
    expect(compared.ingressWireBytesPerSec.mean).toBeCloseTo(666.667, 3)
  })

  it('are unchanged if the framing is not known', () => {
    expect(asPredicted(steady, { lag: null }, undefined)).toEqual(steady)
  })
})
