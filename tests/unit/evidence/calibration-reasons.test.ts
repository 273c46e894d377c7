import { describe, expect, it } from 'vitest'
import { type FollowingFigure, reasonOf } from '../../../src/evidence/calibration-reasons.ts'

/** A run of which the model predicted a share, and by how much it follows the parameter. */
function run(share: number, slope = 1): FollowingFigure {
  const figure = { kind: 'run', id: 'r', value: 1000, before: 1000 * share } as FollowingFigure['figure']
  return { figure, slope }
}

const published = {
  figure: { kind: 'published', id: 'p', value: 1, before: 1 } as FollowingFigure['figure'],
  slope: 0.5,
}

describe('why a parameter moved', () => {
  it.each([
    [[], 'No figure follows it by much.'],
    [[run(0.91)], '1 run (the model was 9 % too low) follows it: 1 % of it moves them by 1 %.'],
    [[run(1.02, -0.5)], '1 run (the model was 2 % too high) follows it: 1 % of it moves them by 0.5 %.'],
    [[run(1)], '1 run (the model was right) follows it: 1 % of it moves them by 1 %.'],
    [
      [run(0.97), run(1.02, -2)],
      '2 runs (the model was from 3 % too low to 2 % too high) follow it: 1 % of it moves them by 1.5 %.',
    ],
    [[run(0.97), run(0.97)], '2 runs (the model was 3 % too low) follow it: 1 % of it moves them by 1 %.'],
    [[published], '1 published figure follows it: 1 % of it moves them by 0.5 %.'],
    [
      [published, run(1), published],
      '1 run (the model was right) and 2 published figures follow it: 1 % of it moves them by 0.67 %.',
    ],
  ])('%#: %s', (following, sentence) => {
    expect(reasonOf(following)).toBe(sentence)
  })
})
