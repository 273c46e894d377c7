import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { checkNetwork } from '../../../src/runner/preflight/network-checks.ts'

/** A port of this machine at which nothing listens: one that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

it('says in words that nothing listens at an address, with the code of the error', async () => {
  const server = `127.0.0.1:${await closedPort()}`
  const checks = await checkNetwork({ bootstrapServers: [server], tls: null, sasl: null })
  expect(checks.map(({ id, state }) => [id, state])).toEqual([
    ['address', 'passed'],
    ['tcp', 'failed'],
    ['tls', 'skipped'],
  ])
  expect(checks[1]?.detail).toBe(`${server}: nothing listens there (ECONNREFUSED)`)
})
