import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { readTrogdorPlatform } from '../../../src/workbench/validation/read-trogdor-platform.ts'
import { temporaryFolder } from '../runner-agent/agent-support.ts'

function platformFile(nodes: object): string {
  const path = join(temporaryFolder(), 'trogdor.conf')
  writeFileSync(path, JSON.stringify({ platform: 'org.apache.kafka.trogdor.basic.BasicPlatform', nodes }))
  return path
}

test('the agents and the coordinator of a platform file; a node can be both', async () => {
  const both = { hostname: '10.0.0.5', 'trogdor.agent.port': 8888, 'trogdor.coordinator.port': 8889 }
  const path = platformFile({ node0: both, node1: { hostname: '10.0.0.6', 'trogdor.agent.port': '8888' } })
  expect(await readTrogdorPlatform(path)).toEqual({
    coordinatorUrl: 'http://10.0.0.5:8889',
    nodes: ['node0', 'node1'],
  })
})

test('an IPv6 address of a coordinator stands in brackets', async () => {
  const node = { hostname: 'fd00::5', 'trogdor.agent.port': 8888, 'trogdor.coordinator.port': 8889 }
  expect((await readTrogdorPlatform(platformFile({ node }))).coordinatorUrl).toBe('http://[fd00::5]:8889')
})

test.each(['me:hunter2@a', 'a/b', 'a?x=', 'a#', 'a b', '', 'x'.repeat(254)])(
  'refuses the host name %j, which would change the address, and repeats no password in it',
  async (hostname) => {
    const node = { hostname, 'trogdor.agent.port': 8888, 'trogdor.coordinator.port': 8889 }
    const error = AppError.from(await readTrogdorPlatform(platformFile({ node })).catch((thrown: unknown) => thrown))
    expect([error.code, error.problems[0]?.place]).toEqual(['INPUT_INVALID', 'nodes.node.hostname'])
    expect(JSON.stringify(error.toData())).not.toContain('hunter2')
  },
)

test.each([
  [{ node0: { hostname: 'a', 'trogdor.agent.port': 8888 } }, '0 coordinators and 1 agents'],
  [{ node0: { hostname: 'a', 'trogdor.coordinator.port': 8889 } }, '1 coordinators and 0 agents'],
  [{ node0: { 'trogdor.coordinator.port': 8889 } }, 'hostname'],
])('refuses %j', async (nodes, words) => {
  const error = AppError.from(await readTrogdorPlatform(platformFile(nodes)).catch((thrown: unknown) => thrown))
  expect(error.code).toBe('INPUT_INVALID')
  expect(`${error.message} ${JSON.stringify(error.problems)}`).toContain(words)
})
