/**
 * Free ports on the loopback interface.
 */
import { createServer, type Server } from 'node:net'
import { AppError } from '../../contracts/app-error.ts'
import { type BrokerPorts, countControllers, loopbackHost } from './server-properties.ts'

/** What stands between clients and brokers. */
export type Entrance = { readonly isEncrypted: boolean; readonly isProxied: boolean }

const plainEntrance: Entrance = { isEncrypted: false, isProxied: false }

/**
 * Ports for the brokers of a cluster, free a moment ago.
 *
 * All are bound at once, so that none is given twice, and let go together. Another process may take one before its
 * broker does: whoever starts a broker must check that the port is the broker's own, and try again with others.
 *
 * @throws PORT_TAKEN where the system gives no port
 */
export async function findBrokerPorts(brokers: number, entrance = plainEntrance): Promise<readonly BrokerPorts[]> {
  const controllers = countControllers(brokers)
  const hasEntrance = entrance.isEncrypted || entrance.isProxied
  const each = 1 + (hasEntrance ? 1 : 0) + (entrance.isProxied ? 1 : 0)
  const ports = await findFreePorts(brokers * each + controllers)
  const nth = (kind: number, broker: number) => ports[kind * brokers + broker] ?? 0
  return Array.from({ length: brokers }, (_, broker) => ({
    client: nth(0, broker),
    controller: broker < controllers ? nth(each, broker) : null,
    ...(hasEntrance ? { internal: nth(1, broker) } : {}),
    ...(entrance.isProxied ? { proxied: nth(2, broker) } : {}),
  }))
}

/**
 * Different free ports.
 *
 * @throws PORT_TAKEN where the system gives no port
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
