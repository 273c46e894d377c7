import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFiles, testsPath } from './test-files.ts'
import { wallClockAssertions } from './wall-clock-durations.ts'

test.each([
  ['a difference', 'const a = Date.now()\nexpect(Date.now() - a).toBeLessThan(5)', [2]],
  [
    'a difference with a name',
    'const a = performance.now()\nwork()\nconst tookMs = performance.now() - a\nexpect(tookMs).toBeLessThan(5)',
    [4],
  ],
  [
    'a rate',
    'const a = Date.now()\nconst perSec = bytes / ((Date.now() - a) / 1000)\nexpect(perSec).toBeGreaterThan(5)',
    [3],
  ],
  [
    'nanoseconds',
    'const a = process.hrtime.bigint()\nexpect(Number(process.hrtime.bigint() - a)).toBeLessThan(5)',
    [2],
  ],
  ['what is expected', 'const a = Date.now()\nexpect(5).toBeGreaterThan(Date.now() - a)', [2]],
  ['a chain', 'const a = Date.now()\nawait expect.soft(Date.now() - a).not.toBeGreaterThan(5)', [2]],
  [
    'a function',
    'async function took() {\n  const a = Date.now()\n  await work()\n  return Date.now() - a\n}\nexpect(await took()).toBeLessThan(5)',
    [6],
  ],
  ['an arrow', 'const since = () => Date.now() - a\nconst a = Date.now()\nexpect(since()).toBeLessThan(5)', [3]],
  [
    'parts of an answer',
    'const watch = () => {\n  const a = Date.now()\n  return { writtenMs: Date.now() - a }\n}\nconst { writtenMs } = watch()\nexpect(writtenMs).toBeLessThan(5)',
    [6],
  ],
  [
    'a property of an answer',
    'const watch = () => {\n  const a = Date.now()\n  return { ms: Date.now() - a }\n}\nconst seen = watch()\nexpect(seen.ms).toBeLessThan(5)',
    [6],
  ],
  ['an assignment', 'let ms = 0\nconst a = Date.now()\nms = Date.now() - a\nexpect(ms).toBeLessThan(5)', [4]],
  [
    'each of some',
    'const a = Date.now()\nconst all = [Date.now() - a]\nfor (const each of all) expect(each).toBeLessThan(5)',
    [3],
  ],
  [
    'two in a row',
    'const a = Date.now()\nconst ms = Date.now() - a\n// é\nexpect(ms).toBeLessThan(b.c * 1.2)\nexpect(ms).toBeGreaterThan(5)',
    [4, 5],
  ],
])('finds an assertion on a duration by the machine’s clock: %s', (_form, text, lines) => {
  expect(wallClockAssertions(text, 'planted.test.ts')).toEqual(lines)
})

test.each([
  [
    'moments',
    'const a = Date.now()\nconst b = stamp()\nexpect(b).toBeGreaterThanOrEqual(a - 1)\nexpect(b).toBeLessThan(Date.now() + 1)',
  ],
  ['a clock of the test', 'let nowMs = 0\nconst clock = () => nowMs\nconst a = clock()\nexpect(clock() - a).toBe(5)'],
  ['a field of data', 'const a = { durationMs: 5 }\nexpect(a.durationMs).toBe(5)'],
  ['a bound of a wait', 'const a = Date.now()\nwhile (Date.now() - a < 5) work()\nexpect(isDone).toBe(true)'],
])('allows what does not depend on the load of the machine: %s', (_form, text) => {
  expect(wallClockAssertions(text, 'planted.test.ts')).toEqual([])
})

test('no test asserts how long something took, because that is for benchmarks', () => {
  const files = testFiles()
  const found = files.flatMap((name) =>
    wallClockAssertions(readFileSync(join(testsPath, name), 'utf8'), name).map((line) => `tests/${name}:${line}`),
  )
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(250)
})
