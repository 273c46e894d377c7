import { expect, it } from 'vitest'
import { ignoreDebuggingSwitches } from '../../../src/main/debugging-switches.ts'

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
