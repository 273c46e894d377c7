import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

it('README shows the beginning of what its first command prints', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, commands = '', printed = ''] = /```\n(npm ci\n.+?)```\n\n```\n(.+?)```/s.exec(readme) ?? []
  const [, words = ''] = /^npm run -s headroom -- (.+)$/m.exec(commands) ?? []
  expect(words).toMatch(/^predict /)
  expect(printed.split('\n').length).toBeGreaterThan(3)
  const { exitCode, out } = await headroom(...words.split(' '))
  expect([exitCode, out.startsWith(printed)]).toEqual([0, true])
})
