import { expect, it } from 'vitest'
import { usualPaper } from '../../../src/renderer/application/usual-paper.ts'

it.each([
  ['en-US', 'Letter'],
  ['fr-CA', 'Letter'],
  ['es-Latn-MX', 'Letter'],
  ['en-GB', 'A4'],
  ['de', 'A4'],
  ['', 'A4'],
])('the paper of %j is %s', (languageTag, paper) => {
  expect(usualPaper(languageTag)).toBe(paper)
})
