import type { Calibration } from '../../../src/contracts/calibration.ts'

const figure = (id: string, kind: 'run' | 'published', value: number, before: number, after: number) => {
  return { id, kind, unit: 'wire bytes/s', isCensored: false, value, before, after }
}

/** A calibration from one run beside one published figure. */
export const knownCalibration: Calibration = {
  kind: 'headroom.calibration',
  schemaVersion: 1,
  name: 'staging',
  model: 'confluent-cloud-dedicated',
  createdAtEpochMs: 0,
  parameters: [
    {
      id: 'burst.2026-03',
      unit: 'ratio',
      before: 1,
      value: 1.1,
      interval: { low: 1.05, high: 1.15 },
      reason: '1 run (the model was 9.1 % too low) follows it.',
    },
  ],
  runs: [{ id: 'one', isCensored: false }],
  publishedPoints: 1,
  runErrors: { before: 0.1, after: 0.01 },
  publishedErrors: { before: null, after: null },
  figures: [figure('one', 'run', 100e6, 90e6, 99e6), figure('paper', 'published', 50e6, 55e6, 56e6)],
}
