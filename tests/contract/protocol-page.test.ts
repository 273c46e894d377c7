import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  controllerLostMs,
  controllerMessage,
  heartbeatIntervalMs,
  hostMessage,
} from '../../src/contracts/runner-protocol.ts'
import { closeGraceMs, setUpTimeoutMs } from '../../src/runner/host/run-context.ts'
import { cleanUpBudgetMs } from '../../src/runner/host/run-resources.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8')
const inSeconds = (ms: number) => `${ms / 1000} s`
const limits = ({ normal, urgent }: { normal: number; urgent: number }) =>
  `${inSeconds(normal)} (${inSeconds(urgent)} if the controller is lost)`

it.each([
  ['heartbeat of the controller', `every ${inSeconds(heartbeatIntervalMs)}; lost after ${inSeconds(controllerLostMs)}`],
  ['clients connected', inSeconds(setUpTimeoutMs)],
  ['workers send a last report', limits(closeGraceMs)],
  ['deleting topics and groups', limits(cleanUpBudgetMs)],
])('docs/protocol.md names the time limit of the code: %s', (what, limit) => {
  const rows = page.split('\n').filter((line) => line.startsWith(`| ${what}`))
  expect(rows).toEqual([expect.stringContaining(`| ${limit}`)])
})

it('docs/protocol.md has examples that the schemas accept, where they are not shortened', () => {
  const examples = [...page.matchAll(/^\| `([\w-]+)` \|.*? `(\{"type":.*?\})`(?: \||;)/gm)].flatMap(
    ([, type, text = '']) => (text.includes('…') ? [] : [{ type, message: JSON.parse(text) }]),
  )
  const messages = z.union([controllerMessage, hostMessage])
  const refused = examples.filter(({ type, message }) => message.type !== type || !messages.safeParse(message).success)
  expect(refused).toEqual([])
  expect(examples.length).toBeGreaterThan(10)
})
