/**
 * The server of an agent: authenticates controllers and serves one at a time.
 */
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { agentPath, controllerHeader, hostOf, portOf } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { maxLineBytes } from '../host/line-reader.ts'
import { type ConnectionLimits, Connections, usualLimits } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { FailureLimit } from './failure-limit.ts'
import { type HostCommand, serveController } from './host-bridge.ts'
import { ending, nothingHere, type Refusal, refuse, takenBy, tooManyFailures, wrongToken } from './refusals.ts'

/** Input of `startAgent`. */
export type AgentOptions = {
  /** `HOST:PORT`; with port 0 the system chooses a free port. */
  readonly listen: string
  readonly credentials: Credentials
  readonly hostCommand: HostCommand
  /** Default: `usualLimits`. */
  readonly limits?: ConnectionLimits
  /** Gets one sentence per event, which never contains a token. */
  log(text: string): void
}

/** A listening agent. */
export type Agent = {
  readonly port: number
  /** Refuses new controllers, ends the run in an orderly way, and resolves when all connections are closed. */
  close(): Promise<void>
}

const longestNameCharacters = 80

/** The controller that is served now. */
type Holder = { readonly name: string; readonly sinceEpochMs: number; readonly socket: WebSocket }

/**
 * Starts to listen for controllers.
 * @throws AppError PORT_TAKEN or INPUT_INVALID if it cannot listen at the address
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { credentials, log, limits = usualLimits } = options
  const server = makeServer(credentials, limits)
  const connections = new Connections(server, limits.waitingOfOneNetwork)
  const door = new Door(options, connections)
  server.on('upgrade', (request, socket, head) => door.ask(request, socket, head))
  await listen(server, options.listen)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      log('The agent ends.')
      const closed = new Promise((resolve) => server.close(resolve))
      await door.close()
      // `server.close` does not end WebSockets, and not connections that the peer keeps open.
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
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    (_request, response) => {
      response.writeHead(404, { connection: 'close', 'content-type': 'text/plain' })
      response.end('This is a Headroom agent; it speaks to headroom alone.\n')
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
      remedy: 'End it, or take another port with --listen HOST:PORT.',
    })
  }
  return new AppError('INPUT_INVALID', `The agent cannot listen on ${text}: ${error.message}.`, {
    cause: error,
    remedy: 'Give an address of this machine with --listen HOST:PORT.',
  })
}

/** Accepts or refuses controllers. */
class Door {
  private readonly options: AgentOptions
  private readonly connections: Connections
  private readonly limit = new FailureLimit()
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxLineBytes,
    perMessageDeflate: false,
  })
  private holder: Holder | null = null
  private served: Promise<void> = Promise.resolve()
  private isClosing = false

  constructor(options: AgentOptions, connections: Connections) {
    this.options = options
    this.connections = connections
  }

  ask(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined)
    const refusal = this.refusalOf(request)
    if (refusal === null) this.letIn(request, socket, head)
    else if (refusal.isBrief === true) void this.askAgain(request, socket, head)
    else refuse(socket, refusal)
  }

  /**
   * Waits for the host of a controller that has disconnected, which is cleaning up, and then decides again. The next
   * controller is often the same one with its next run.
   */
  private async askAgain(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { doorMs } = this.options.limits ?? usualLimits
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, doorMs)
    })
    await Promise.race([this.served, late])
    clearTimeout(timer)
    // The socket of a controller that has left by now is destroyed: nothing is written to it, and nobody is let in.
    const refusal = this.refusalOf(request)
    if (refusal === null) this.letIn(request, socket, head)
    else refuse(socket, refusal)
  }

  private letIn(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => this.welcome(webSocket, request))
  }

  async close(): Promise<void> {
    this.isClosing = true
    this.holder?.socket.close(1001, 'the agent ends')
    await this.served
  }

  private refusalOf(request: IncomingMessage): Refusal | null {
    const address = request.socket.remoteAddress ?? ''
    const nowMs = Date.now()
    const waitMs = this.limit.waitMs(address, nowMs)
    if (waitMs > 0) return { status: '429 Too Many Requests', error: tooManyFailures(waitMs) }
    if (!this.options.credentials.isToken(tokenOf(request))) {
      this.limit.noteFailure(address, nowMs)
      this.options.log(`Refused ${address}: wrong token.`)
      return { status: '401 Unauthorized', error: wrongToken }
    }
    if (request.url !== agentPath) return { status: '404 Not Found', error: nothingHere }
    if (this.isClosing) return { status: '503 Service Unavailable', error: ending }
    if (this.holder === null) return null
    const isBrief = this.holder.socket.readyState !== this.holder.socket.OPEN
    return { status: '409 Conflict', error: takenBy(this.holder.name, this.holder.sinceEpochMs), isBrief }
  }

  private welcome(socket: WebSocket, request: IncomingMessage): void {
    const { log, hostCommand } = this.options
    this.connections.noteLetIn(request.socket)
    const name = nameOf(request)
    const holder = { name, sinceEpochMs: Date.now(), socket }
    this.holder = holder
    log(`${name} has come.`)
    this.served = serveController(socket, hostCommand, log).then(() => {
      this.holder = null
      log(`${name} has gone.`)
    })
  }
}

function tokenOf(request: IncomingMessage): string {
  return /^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** The controller's name for itself, cut and cleaned for display, and its address, which it cannot choose. */
function nameOf(request: IncomingMessage): string {
  const stated = String(request.headers[controllerHeader] ?? '')
  const shown = stated.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestNameCharacters)
  return `${shown === '' ? 'A controller' : shown} (from ${request.socket.remoteAddress ?? 'nowhere'})`
}
