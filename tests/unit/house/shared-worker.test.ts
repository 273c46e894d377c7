import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shortSuites } from '../../../scripts/gate/suites.mjs'
import { testFiles, testsPath } from './test-files.ts'

const shared = shortSuites.filter(({ sharesModules }) => sharesModules === true).map(({ name }) => name)

/** Tests whose files share modules, globals and environment in a worker, in an order that changes from run to run. */
const sharing = testFiles()
  .filter(
    (name) => shared.some((suite) => name.startsWith(join(suite, '/'))) && !name.startsWith(join('unit', 'house')),
  )
  .map((name) => ({ name, text: readFileSync(join(testsPath, name), 'utf8') }))
const unitTests = sharing.filter(({ name }) => name.startsWith('unit'))

test.each([
  ['replaces a module loads modules again', /\bvi\.(mock|doMock)\(/, /\bvi\.resetModules\(/],
  ['replaces a global puts it back', /\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
  ['sets a variable of the environment puts it back', /\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(/],
  ['assigns a variable of the environment deletes it', /\bprocess\.env(\.\w+|\[\w+\]) = /, /\bdelete process\.env\b/],
])('each test file that %s, because the next file finds what it leaves', (_rule, changes, putsBack) => {
  const changing = sharing.filter(({ text }) => changes.test(text))
  expect(changing.length).toBeGreaterThan(0)
  expect(changing.filter(({ text }) => !putsBack.test(text)).map(({ name }) => name)).toEqual([])
})

test('no unit test replaces a module of Node, which is loaded once: the replacement is seen in some orders only', () => {
  const replacing = unitTests.filter(({ text }) => /\bvi\.(mock|doMock)\(\s*'node:/.test(text))
  expect(replacing.map(({ name }) => name)).toEqual([])
})

test('no module beside the test files has a hook of its own: it would be one of the first file alone', () => {
  const helpers = sharing.filter(({ name }) => !/\.(test|e2e)\.tsx?$/.test(name))
  expect(helpers.length).toBeGreaterThan(10)
  const hooked = helpers.filter(({ text }) => /^(before|after)(All|Each)\(/m.test(text))
  expect(hooked.map(({ name }) => name)).toEqual([])
})
