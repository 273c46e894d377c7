import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ignoreDebuggingSwitches, mayBeDebugged } from '../../../src/main/debugging-switches.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

it('takes every debugging switch from the command line before Chromium reads it', () => {
  const switches = new Set(['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'lang'])
  ignoreDebuggingSwitches({
    hasSwitch: (name) => switches.has(name),
    removeSwitch: (name) => {
      switches.delete(name)
    },
  })
  expect([...switches]).toEqual(['lang'])
})

it.each([
  ['official', false],
  ['registry', false],
  ['for-tests', true],
  ['anything else', false],
])('lets a package that is stamped %s be debugged: %s', (stamp, isAllowed) => {
  const place = { isPackaged: true, appPath: folder.path }
  expect(mayBeDebugged(place)).toBe(false)
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ electronRuntime: stamp }))
  expect(mayBeDebugged(place)).toBe(isAllowed)
})

it('lets the app be debugged in development', () => {
  expect(mayBeDebugged({ isPackaged: false, appPath: folder.path })).toBe(true)
})
