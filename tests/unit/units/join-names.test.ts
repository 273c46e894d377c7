import { expect, test } from 'vitest'
import { joinNames } from '../../../src/units/join-names.ts'

test.each([
  [[], ''],
  [['ingress'], 'ingress'],
  [['ingress', 'egress'], 'ingress and egress'],
  [['ingress', 'egress', 'requests'], 'ingress, egress and requests'],
])('names %j are joined as "%s"', (names, joined) => {
  expect(joinNames(names)).toBe(joined)
})
