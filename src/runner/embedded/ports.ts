/**
 * Finds free ports on the loopback interface.
 */
import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { AppError } from '../../contracts/app-error.ts'
import { type BrokerPorts, countControllers, loopbackHost } from './server-properties.ts'

/** Says whether clients connect with TLS, and whether through a delay proxy. */
export type ClientAccess = { readonly isEncrypted: boolean; readonly isProxied: boolean }

// The range of ports for brokers. Systems take the ports of outgoing connections from a range above it, in which a free port is
// often taken again in the seconds until a broker has started.
const lowestPort = 10_240
const highestPort = 32_767

/** Random ports that are tried before the system chooses one. */
const maxTries = 20
const anyPort = 0

const plainClientAccess: ClientAccess = { isEncrypted: false, isProxied: false }

/**
 * Finds ports for the brokers of a cluster.
 *
 * All ports are bound at the same time and then closed, so they differ. Another process may take a port before the broker binds
 * it. The caller must therefore verify that each broker has its port, and otherwise try again with other ports.
 *
 * @throws AppError PORT_TAKEN if the system has no free port
 */
export async function findBrokerPorts(
  brokers: number,
  access: ClientAccess = plainClientAccess,
): Promise<readonly BrokerPorts[]> {
  const controllers = countControllers(brokers)
  const hasClientListener = access.isEncrypted || access.isProxied
  const portsPerBroker = 1 + (hasClientListener ? 1 : 0) + (access.isProxied ? 1 : 0)
  const ports = await findFreePorts(brokers * portsPerBroker + controllers)
  // The list has one block of ports for each kind of port; each block has one port for each broker.
  const nth = (kind: number, broker: number) => ports[kind * brokers + broker] ?? 0
  return Array.from({ length: brokers }, (_, broker) => ({
    client: nth(0, broker),
    controller: broker < controllers ? nth(portsPerBroker, broker) : null,
    ...(hasClientListener ? { internal: nth(1, broker) } : {}),
    ...(access.isProxied ? { proxied: nth(2, broker) } : {}),
  }))
}

/**
 * Finds `count` free ports, all different.
 *
 * @throws AppError PORT_TAKEN if the system has no free port
 */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const bound: Server[] = []
  try {
    while (bound.length < count) bound.push(await bindFreePort())
    return bound.map(portOf)
  } catch (error) {
    throw new AppError('PORT_TAKEN', `No free port was found on ${loopbackHost}.`, {
      cause: error,
      remedy: 'Close programs that hold many connections, then try again.',
    })
  } finally {
    await Promise.all(bound.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

async function bindFreePort(): Promise<Server> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const server = await bind(randomInt(lowestPort, highestPort + 1)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
      throw error
    })
    if (server !== null) return server
  }
  return bind(anyPort)
}

/** @throws the error of the system, EADDRINUSE if another program has the port */
function bind(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: loopbackHost, port, exclusive: true }, () => resolve(server))
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
