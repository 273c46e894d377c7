/**
 * A connection to an agent: the runner protocol over a WebSocket inside TLS, with the certificate pinned by fingerprint.
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

/** An agent and the credentials for it. */
export interface AgentAccess {
  readonly address: AgentAddress
  /** Sent in the header of the upgrade request only. */
  readonly token: string
  /** Shown to other controllers while the agent is taken. */
  readonly controllerName: string
}

/** Time limit for connecting: TCP, TLS and the response of the agent. */
const connectTimeoutMs = 10_000

const pingEveryMs = 1_000

/** Enough for a sample with the histograms of a thousand clients. */
const longestMessageBytes = 50_000_000

/** Limits concurrent handshakes: with a thousand at once, each would take as long as all, and none would be in time. */
const handshakes = new Turns(32)

/** Limits the plans that are sent at once: a plan for a thousand agents is a megabyte, and each agent gets one. */
const plansOnTheWay = new Turns(8)

/** Connects, then sends the messages given meanwhile. Never throws; `exited` reports failures. */
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

  /** Sends waiting messages in order. Messages after a plan wait until the plan is sent. */
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
      // The callback is also called if the connection breaks.
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
    this.timer = setTimeout(
      () => this.fail(cannotConnect(this.name, `no response within ${seconds}`)),
      connectTimeoutMs,
    )
    const { host, port, fingerprint } = agentPlace(this.access.address)
    const servername = isIP(host) === 0 ? { servername: host } : {}
    // A pinned certificate is checked in `greet`, by its fingerprint, before anything is sent.
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
    // If this process itself was paused, the agent was not silent.
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
