/**
 * Finds free ports on the loopback interface.
 */
import { createServer, type Server } from 'node:net'
import { AppError } from '../../contracts/app-error.ts'
import { type BrokerPorts, countControllers, loopbackHost } from './server-properties.ts'

/** How clients reach the brokers: with TLS, through a delay proxy. */
export type ClientAccess = { readonly isEncrypted: boolean; readonly isProxied: boolean }

const plainClientAccess: ClientAccess = { isEncrypted: false, isProxied: false }

/**
 * Finds ports for the brokers of a cluster.
 *
 * All of them are bound at the same time and then closed, so they differ. Another process may take one before the broker
 * binds it. So whoever starts a broker must verify that the broker has its port, and retry with other ports.
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
  const servers = Array.from({ length: count }, () => createServer())
  try {
    return await Promise.all(servers.map(bind))
  } catch (error) {
    throw new AppError('PORT_TAKEN', `No free port was found on ${loopbackHost}.`, {
      cause: error,
      remedy: 'Close programs that hold many connections, then try again.',
    })
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

function bind(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: loopbackHost, port: 0, exclusive: true }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'))
      else resolve(address.port)
    })
  })
}
