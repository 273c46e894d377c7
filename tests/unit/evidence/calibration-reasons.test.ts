import { describe, expect, it } from 'vitest'
import { reasonOf, type SensitiveFigure } from '../../../src/evidence/calibration-reasons.ts'

/** A run of which the model predicted `share`; `slope` is how strongly the prediction depends on the parameter. */
function run(share: number, slope = 1): SensitiveFigure {
  const figure = { kind: 'run', id: 'r', value: 1000, before: 1000 * share } as SensitiveFigure['figure']
  return { figure, slope }
}

const published = {
  figure: { kind: 'published', id: 'p', value: 1, before: 1 } as SensitiveFigure['figure'],
  slope: 0.5,
}

describe('the reason why a parameter changed', () => {
  it.each([
    [[], 'No figure depends on it noticeably.'],
    [[run(0.91)], '1 run (the model was 9 % too low) depends on it: a change of 1 % moves the prediction by 1 %.'],
    [
      [run(1.02, -0.5)],
      '1 run (the model was 2 % too high) depends on it: a change of 1 % moves the prediction by 0.5 %.',
    ],
    [[run(1)], '1 run (the model was right) depends on it: a change of 1 % moves the prediction by 1 %.'],
    [
      [run(0.97), run(1.02, -2)],
      '2 runs (the model was from 3 % too low to 2 % too high) depend on it: a change of 1 % moves the prediction by 1.5 %.',
    ],
    [
      [run(0.97), run(0.97)],
      '2 runs (the model was 3 % too low) depend on it: a change of 1 % moves the prediction by 1 %.',
    ],
    [[published], '1 published figure depends on it: a change of 1 % moves the prediction by 0.5 %.'],
    [
      [published, run(1), published],
      '1 run (the model was right) and 2 published figures depend on it: a change of 1 % moves the prediction by 0.67 %.',
    ],
  ])('%#: %s', (sensitive, sentence) => {
    expect(reasonOf(sensitive)).toBe(sentence)
  })
})
