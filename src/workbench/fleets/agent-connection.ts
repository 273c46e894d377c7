/**
 * A runner host on another machine: the protocol over a WebSocket inside TLS, the certificate pinned by its fingerprint.
 */
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { type AgentAddress, agentName, agentPath, agentPlace, controllerHeader } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { type ControllerMessage, controllerLostMs, type HostMessage } from '../../contracts/runner-protocol.ts'
import { errorCodeOf } from '../files/file-error.ts'
import { cannotConnect, distrusted, lostAgent, silentAgent } from './agent-errors.ts'
import { readRefusal } from './agent-refusal.ts'
import type { HostConnection, HostExit } from './host-connection.ts'
import { parseHostMessage } from './message-lines.ts'
import { Turns } from './turns.ts'

/** An agent and what opens it. */
export interface AgentAccess {
  readonly address: AgentAddress
  /** Stands in the header of the one request, and nowhere else. */
  readonly token: string
  /** Shown to whoever finds the agent taken. */
  readonly controllerName: string
}

/** How long reaching an agent may take: TCP, TLS, and its answer. */
const connectTimeoutMs = 10_000

const pingEveryMs = 1_000

/** Samples with histograms of a thousand clients. */
const longestMessageBytes = 50_000_000

/** Handshakes at once: a thousand would each take as long as all of them, and none would be done in time. */
const handshakes = new Turns(32)

/** Plans on their way at once: that of a thousand agents is a megabyte, to each of them. */
const plansOnTheWay = new Turns(8)

/** Connects, and sends what was given meanwhile. Never throws: what goes wrong is told by `exited`. */
export function connectAgent(access: AgentAccess, onMessage: (message: HostMessage) => void): HostConnection {
  return new AgentConnection(access, onMessage)
}

class AgentConnection implements HostConnection {
  readonly exited: Promise<HostExit>
  private readonly access: AgentAccess
  private readonly onMessage: (message: HostMessage) => void
  private timer: NodeJS.Timeout | undefined
  private hasTurn = false
  private resolveExit: (exit: HostExit) => void = () => undefined
  private socket: TLSSocket | null = null
  private webSocket: WebSocket | null = null
  private waiting: ControllerMessage[] = []
  private isSendingPlan = false
  private isOver = false
  private isLeaving = false
  private watch: NodeJS.Timeout | undefined
  private lastHeardMs = 0
  private lastCheckMs = 0

  constructor(access: AgentAccess, onMessage: (message: HostMessage) => void) {
    this.access = access
    this.onMessage = onMessage
    this.exited = new Promise((resolve) => {
      this.resolveExit = resolve
    })
    handshakes.enter(() => this.connect())
  }

  send(message: ControllerMessage): void {
    if (this.isOver || this.isLeaving) return
    this.waiting.push(message)
    this.sendOn()
  }

  disconnect(): void {
    this.isLeaving = true
    if (this.webSocket?.readyState === WebSocket.OPEN) this.webSocket.close(1000)
    else this.end({ exitCode: null, signal: null, error: null, stderrTail: '' })
  }

  kill(): void {
    this.end({ exitCode: null, signal: null, error: null, stderrTail: '' })
  }

  /** In order: what comes after a plan waits until it has left. */
  private sendOn(): void {
    while (!this.isSendingPlan && this.webSocket?.readyState === WebSocket.OPEN) {
      const message = this.waiting.shift()
      if (message === undefined) return
      if ('plan' in message) this.sendPlan(message)
      else this.webSocket.send(JSON.stringify(message))
    }
  }

  private sendPlan(message: ControllerMessage): void {
    this.isSendingPlan = true
    plansOnTheWay.enter(() => {
      const leave = () => {
        plansOnTheWay.leave()
        this.isSendingPlan = false
        this.sendOn()
      }
      // The callback comes where the connection breaks, too.
      if (this.isOver || this.webSocket === null) leave()
      else this.webSocket.send(JSON.stringify(message), leave)
    })
  }

  private get name(): string {
    return agentName(this.access.address)
  }

  private connect(): void {
    this.hasTurn = true
    if (this.isOver) {
      this.leaveTurn()
      return
    }
    this.timer = setTimeout(() => this.fail(cannotConnect(this.name, `no response within ${seconds}`)), connectTimeoutMs)
    const { host, port, fingerprint } = agentPlace(this.access.address)
    const servername = isIP(host) === 0 ? { servername: host } : {}
    // A pinned certificate is checked below, by its fingerprint: before anything is sent.
    const rejectUnauthorized = fingerprint === null
    const socket = connect({ host, port, ...servername, rejectUnauthorized, minVersion: 'TLSv1.2' })
    this.socket = socket
    socket.on('error', (error) => this.fail(cannotConnect(this.name, error.message, errorCodeOf(error))))
    socket.once('secureConnect', () => this.greet(socket, fingerprint))
  }

  private leaveTurn(): void {
    if (this.hasTurn) handshakes.leave()
    this.hasTurn = false
  }

  private greet(socket: TLSSocket, fingerprint: string | null): void {
    const shown = socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null
    if (fingerprint !== null && shown !== fingerprint) {
      this.fail(distrusted(this.name, fingerprint, shown))
      return
    }
    const { token, controllerName } = this.access
    const { host, port } = agentPlace(this.access.address)
    const webSocket = new WebSocket(`ws://${host.includes(':') ? `[${host}]` : host}:${port}${agentPath}`, {
      createConnection: () => socket,
      headers: { authorization: `Bearer ${token}`, [controllerHeader]: controllerName },
      perMessageDeflate: false,
      maxPayload: longestMessageBytes,
    })
    this.webSocket = webSocket
    webSocket.on('open', () => this.open(webSocket))
    webSocket.on('message', (data) => this.receive(data.toString()))
    webSocket.on('pong', () => this.listen())
    webSocket.on('unexpected-response', (_request, response) => {
      void readRefusal(response, this.name).then((error) => this.fail(error))
    })
    webSocket.on('error', (error) => this.fail(cannotConnect(this.name, error.message, errorCodeOf(error))))
    webSocket.on('close', (_code, reason) => this.close(reason.toString()))
  }

  private open(webSocket: WebSocket): void {
    clearTimeout(this.timer)
    this.leaveTurn()
    this.sendOn()
    this.lastCheckMs = Date.now()
    this.listen()
    this.watch = setInterval(() => this.check(webSocket), pingEveryMs)
  }

  private listen(): void {
    this.lastHeardMs = Date.now()
  }

  private check(webSocket: WebSocket): void {
    const nowMs = Date.now()
    // Where this process itself stood still, the silence is not the agent's.
    if (nowMs - this.lastCheckMs > pingEveryMs * 3) this.lastHeardMs = nowMs
    this.lastCheckMs = nowMs
    if (nowMs - this.lastHeardMs > controllerLostMs) this.fail(silentAgent(this.name, controllerLostMs))
    else webSocket.ping()
  }

  private receive(text: string): void {
    this.listen()
    if (this.isOver) return
    try {
      this.onMessage(parseHostMessage(text))
    } catch (error) {
      this.fail(AppError.from(error))
    }
  }

  private close(reason: string): void {
    const error = this.isLeaving ? null : lostAgent(this.name, reason)
    this.end({ exitCode: null, signal: null, error, stderrTail: '' })
  }

  private fail(error: AppError): void {
    this.end({ exitCode: null, signal: null, error, stderrTail: '' })
  }

  private end(exit: HostExit): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.timer)
    this.leaveTurn()
    clearInterval(this.watch)
    this.webSocket?.terminate()
    this.socket?.destroy()
    this.resolveExit(exit)
  }
}

const seconds = `${connectTimeoutMs / 1000} s`
