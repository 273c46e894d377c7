import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFiles, testsPath } from './test-files.ts'

/** Unit tests: the files of a worker share modules, globals and environment, in an order that changes from run to run. */
const unitTests = testFiles()
  .filter((name) => name.startsWith('unit') && !name.startsWith(join('unit', 'house')))
  .map((name) => ({ name, text: readFileSync(join(testsPath, name), 'utf8') }))

test.each([
  ['replaces a module loads modules again', /\bvi\.(mock|doMock)\(/, /\bvi\.resetModules\(/],
  ['replaces a global puts it back', /\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
  ['sets a variable of the environment puts it back', /\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(/],
])('each unit test file that %s, because the next file finds what it leaves', (_rule, changes, putsBack) => {
  const changing = unitTests.filter(({ text }) => changes.test(text))
  expect(changing.length).toBeGreaterThan(0)
  expect(changing.filter(({ text }) => !putsBack.test(text)).map(({ name }) => name)).toEqual([])
})

test('no unit test replaces a module of Node, which is loaded once: the replacement is seen in some orders only', () => {
  const replacing = unitTests.filter(({ text }) => /\bvi\.(mock|doMock)\(\s*'node:/.test(text))
  expect(replacing.map(({ name }) => name)).toEqual([])
})
