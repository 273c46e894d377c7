/**
 * The server of an agent, which authenticates controllers and serves one at a time.
 */
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { agentPath, controllerHeader, hostOf, portOf } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { maxLineBytes } from '../host/line-reader.ts'
import {
  inUseBy,
  type Refusal,
  refuse,
  shuttingDown,
  tooManyFailures,
  unknownPath,
  wrongToken,
} from './agent-refusals.ts'
import { type ConnectionLimits, Connections, networkOf, usualLimits } from './controller-connections.ts'
import type { Credentials } from './credentials.ts'
import { FailureLimit } from './failure-limit.ts'
import { type HostCommand, type ServedHost, serveController } from './host-bridge.ts'

/** Input of `startAgent`. */
export type AgentOptions = {
  /** `HOST:PORT`; with port 0 the system chooses a free port. */
  readonly listen: string
  readonly credentials: Credentials
  readonly hostCommand: HostCommand
  /** Default: `usualLimits`. */
  readonly limits?: ConnectionLimits
  /** Receives one sentence per event. No sentence contains a token. */
  log(text: string): void
}

/** A listening agent. */
export type Agent = {
  readonly port: number
  /** Refuses new controllers, ends an active run in an orderly way, and resolves when all connections are closed. */
  close(): Promise<void>
}

const maxNameCharacters = 80

/** When the agent ends, it waits at most this long for a controller that does not read. */
const maxFlushMs = 1_000

/** The controller that the agent serves. Its socket may be closed already while its host still cleans up. */
type ServedController = {
  readonly name: string
  readonly sinceEpochMs: number
  readonly socket: WebSocket
  /** The connection below the WebSocket. */
  readonly connection: Duplex
  readonly host: ServedHost
}

/**
 * Starts to listen for controllers.
 * @throws AppError PORT_TAKEN or INPUT_INVALID if it cannot listen at the address
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { credentials, log, limits = usualLimits } = options
  const server = makeServer(credentials, limits)
  const connections = new Connections(server, limits.unauthenticatedPerNetwork)
  const admission = new Admission(options, connections)
  server.on('upgrade', (request, socket, head) => admission.admit(request, socket, head))
  await listen(server, options.listen)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      log('The agent is shutting down.')
      const closed = new Promise((resolve) => server.close(resolve))
      await admission.close()
      // `server.close` ends neither WebSockets nor connections that the peer keeps open.
      connections.destroyAll()
      await closed
    },
  }
}

function makeServer(credentials: Credentials, limits: ConnectionLimits): Server {
  const server = createServer(
    {
      cert: credentials.certificatePem,
      key: credentials.keyPem,
      minVersion: 'TLSv1.2',
      handshakeTimeout: limits.handshakeMs,
      headersTimeout: limits.handshakeMs,
      requestTimeout: limits.handshakeMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
    (_request, response) => {
      response.writeHead(404, { connection: 'close', 'content-type': 'text/plain' })
      response.end('This is a Headroom agent. Only headroom can use it.\n')
    },
  )
  server.maxConnections = limits.connections
  server.on('tlsClientError', () => undefined)
  server.on('clientError', (_error, socket: Socket) => socket.destroy())
  return server
}

function listen(server: Server, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(text, error)))
    server.listen(portOf(text), hostOf(text), () => resolve())
  })
}

function cannotListen(text: string, error: NodeJS.ErrnoException): AppError {
  if (error.code === 'EADDRINUSE') {
    return new AppError('PORT_TAKEN', `Another program listens on ${text}.`, {
      cause: error,
      remedy: 'End it, or choose another port with --listen HOST:PORT.',
    })
  }
  return new AppError('INPUT_INVALID', `The agent cannot listen on ${text}: ${error.message}.`, {
    cause: error,
    remedy: 'Give an address of this machine with --listen HOST:PORT.',
  })
}

/** Ends a connection. Resolves when all that was written to it has been sent, or after a time limit. */
function flush(connection: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxFlushMs)
    connection.end(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Decides which controllers are accepted. */
class Admission {
  private readonly options: AgentOptions
  private readonly connections: Connections
  private readonly limit = new FailureLimit()
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxLineBytes,
    perMessageDeflate: false,
    autoPong: false,
  })
  private current: ServedController | null = null
  /** Resolves when the host of the last controller has exited. */
  private hostExited: Promise<void> = Promise.resolve()
  private isClosing = false

  constructor(options: AgentOptions, connections: Connections) {
    this.options = options
    this.connections = connections
  }

  /** Accepts or refuses a controller that requests a WebSocket. */
  admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined)
    const refusal = this.refusalOf(request)
    if (refusal === null) this.accept(request, socket, head)
    else if (refusal.isTransient === true) void this.admitAfterHandover(request, socket, head)
    else refuse(socket, refusal)
  }

  /**
   * Waits until the host of the previous controller has cleaned up, up to a limit, and then decides again. Often the
   * same controller connects again for its next run.
   */
  private async admitAfterHandover(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { handoverMs } = this.options.limits ?? usualLimits
    let timer: NodeJS.Timeout | undefined
    const atLimit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, handoverMs)
    })
    await Promise.race([this.hostExited, atLimit])
    clearTimeout(timer)
    // If the controller has disconnected meanwhile, its socket is destroyed and the following calls have no effect.
    const refusal = this.refusalOf(request)
    if (refusal === null) this.accept(request, socket, head)
    else refuse(socket, refusal)
  }

  private accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => this.serve(webSocket, request))
  }

  /** Refuses new controllers, disconnects the current one, and resolves when its host has exited. */
  async close(): Promise<void> {
    this.isClosing = true
    const { current } = this
    current?.host.end()
    await this.hostExited
    // Without this wait, the controller might see a reset connection instead of the reason for the end.
    if (current !== null) await flush(current.connection)
  }

  /** Decides whether to refuse a controller. @returns null to accept it */
  private refusalOf(request: IncomingMessage): Refusal | null {
    if (!this.options.credentials.isToken(tokenOf(request))) {
      const address = request.socket.remoteAddress ?? ''
      // Counted by network, because one host may have all addresses of an IPv6 network.
      const network = networkOf(address)
      const nowMs = performance.now()
      const waitMs = this.limit.waitMs(network, nowMs)
      // A right token is never refused, because several controllers may share an address behind NAT.
      if (waitMs > 0) return { status: '429 Too Many Requests', error: tooManyFailures(waitMs) }
      this.limit.noteFailure(network, nowMs)
      this.options.log(`Refused ${address}: wrong token.`)
      return { status: '401 Unauthorized', error: wrongToken }
    }
    if (request.url !== agentPath) return { status: '404 Not Found', error: unknownPath }
    if (this.isClosing) return { status: '503 Service Unavailable', error: shuttingDown }
    if (this.current === null) return null
    const { name, sinceEpochMs, socket } = this.current
    return {
      status: '409 Conflict',
      error: inUseBy(name, sinceEpochMs),
      isTransient: socket.readyState !== socket.OPEN,
    }
  }

  private serve(socket: WebSocket, request: IncomingMessage): void {
    const { log, hostCommand } = this.options
    this.connections.markAuthenticated(request.socket)
    const name = nameOf(request)
    log(`${name} connected.`)
    const host = serveController(socket, hostCommand, log)
    this.current = { name, sinceEpochMs: Date.now(), socket, connection: request.socket, host }
    this.hostExited = host.exited.then(() => {
      this.current = null
      log(`${name} disconnected.`)
    })
  }
}

function tokenOf(request: IncomingMessage): string {
  return /^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** The name that the controller gives itself, cut and cleaned for display, with its address, which it cannot choose. */
function nameOf(request: IncomingMessage): string {
  const stated = String(request.headers[controllerHeader] ?? '')
  const shown = stated.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxNameCharacters)
  return `${shown === '' ? 'A controller' : shown} (from ${request.socket.remoteAddress ?? 'nowhere'})`
}
