import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { patternsAsValues } from './patterns-as-values.ts'
import { testFiles, testsPath } from './test-files.ts'

test.each([
  ['a field', 'expect(a).toMatchObject({ message: /x/ })', [1]],
  ['a field of an element', 'expect(a).toMatchObject({\n  problems: [{ message: /x/u }],\n})', [2]],
  ['a rejection', 'await expect(a).rejects.toMatchObject({ b: { c: /x/ } })', [1]],
])('finds a pattern that is expected as a value: %s', (_form, text, lines) => {
  expect(patternsAsValues(text, 'planted.test.ts')).toEqual(lines)
})

test.each([
  ['in a matcher', 'expect(a).toMatchObject({ message: expect.stringMatching(/x/) })'],
  ['of a text', 'expect(a.message).toMatch(/x/)'],
  ['of the value itself', 'expect(find(/x/)).toMatchObject({ a: 1 })'],
])('allows a pattern that can fail: %s', (_form, text) => {
  expect(patternsAsValues(text, 'planted.test.ts')).toEqual([])
})

test('no test expects a pattern as a value, because any text passes there', () => {
  const found = testFiles().flatMap((name) =>
    patternsAsValues(readFileSync(join(testsPath, name), 'utf8'), name).map((line) => `tests/${name}:${line}`),
  )
  expect(found).toEqual([])
})
