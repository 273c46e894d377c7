import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { findBrokerPorts, findFreePorts } from '../../../src/runner/embedded/ports.ts'

async function listen(port: number): Promise<() => Promise<void>> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}

describe('free ports', () => {
  it('are all different and can be bound', async () => {
    const ports = await findFreePorts(20)
    expect(new Set(ports).size).toBe(20)
    const closers = await Promise.all(ports.map(listen))
    await Promise.all(closers.map((close) => close()))
  })

  it('of brokers include a port for each controller', async () => {
    const ports = await findBrokerPorts(4)
    expect(ports.map((port) => port.controller !== null)).toEqual([true, true, true, false])
    const all = ports.flatMap((port) => (port.controller === null ? [port.client] : [port.client, port.controller]))
    expect(new Set(all).size).toBe(7)
    expect(all.every((port) => port > 0)).toBe(true)
  })

  it('of brokers behind TLS or a proxy include those of an extra listener for clients', async () => {
    const encrypted = await findBrokerPorts(2, { isEncrypted: true, isProxied: false })
    const proxied = await findBrokerPorts(2, { isEncrypted: false, isProxied: true })
    expect(encrypted.map(Object.keys)).toEqual([
      ['client', 'controller', 'internal'],
      ['client', 'controller', 'internal'],
    ])
    const all = proxied.flatMap((ports) => Object.values(ports)).filter((port) => port !== null)
    expect([new Set(all).size, Math.min(...all) > 0]).toEqual([7, true])
  })
})
