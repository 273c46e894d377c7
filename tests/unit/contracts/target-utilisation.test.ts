import { expect, it } from 'vitest'
import { formatUtilisation } from '../../../src/contracts/target-utilisation.ts'

it.each([
  [0.797, undefined, '79.7 %'],
  [0.804, undefined, '80.4 %'],
  [0.8, undefined, '80 %'],
  [0.79999, undefined, '80 %'],
  [0.996, undefined, '99.6 %'],
  [1.004, undefined, '100.4 %'],
  [1, undefined, '100 %'],
  [0.724, undefined, '72 %'],
  [0.697, 0.7, '69.7 %'],
  [0.797, 0.7, '80 %'],
])(
  'a utilisation of %d with the target %s is %s: no rounding makes it look like the target or full',
  (...[utilisation, target, text]) => {
    expect(formatUtilisation(utilisation, target)).toBe(text)
  },
)
