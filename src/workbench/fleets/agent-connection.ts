/**
 * Connects to an agent: the runner protocol over a WebSocket inside TLS, with a certificate that is pinned by its
 * fingerprint or verified by the system's authorities.
 */
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import {
  type AgentAddress,
  agentName,
  agentPath,
  agentPlace,
  controllerHeader,
  isOneAsciiLine,
} from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { type ControllerMessage, controllerLostMs, type HostMessage } from '../../contracts/runner-protocol.ts'
import { errorCodeOf } from '../files/file-error.ts'
import { cannotConnect, lostAgent, noMessages, silentAgent, unusableToken, wrongCertificate } from './agent-errors.ts'
import { readRefusal } from './agent-refusal.ts'
import type { HostConnection, HostExit } from './host-connection.ts'
import { parseHostMessage } from './message-lines.ts'
import { Turns } from './turns.ts'

/** An agent, and the credentials for connecting to it. */
export interface AgentAccess {
  readonly address: AgentAddress
  /** The token, which is sent in the header of the upgrade request only. */
  readonly token: string
  /** Name of this controller, which the agent shows to others while it is in use. */
  readonly controllerName: string
}

/** Time limit for connecting: TCP, TLS and the agent's response to the upgrade request. */
const connectTimeoutMs = 10_000

const pingIntervalMs = 1_000

/** Maximum size of a message. A sample with the histograms of a thousand clients is smaller. */
const maxMessageBytes = 50_000_000

/**
 * Pings are answered only while fewer bytes than this wait to be sent. An agent that sends pings and reads nothing would
 * otherwise fill the memory of this process with answers.
 */
const maxUnreadBytes = 1_000_000

/**
 * Limits concurrent handshakes. A thousand at once would share the CPU, each would take as long as all together, and
 * none would end within the time limit.
 */
const handshakes = new Turns(32)

/**
 * Limits how many plans are being sent, and are in memory, at once. A plan for a thousand agents is a megabyte, and each of
 * these agents gets one.
 */
const planSends = new Turns(8)

/**
 * Connects to an agent. Messages that are sent before the connection is open wait. Never throws; `exited` reports
 * failures.
 */
export function connectAgent(access: AgentAccess, onMessage: (message: HostMessage) => void): HostConnection {
  return new AgentConnection(access, onMessage)
}

class AgentConnection implements HostConnection {
  readonly exited: Promise<HostExit>
  private readonly access: AgentAccess
  private readonly onMessage: (message: HostMessage) => void
  private connectTimer: NodeJS.Timeout | undefined
  private hasHandshakeTurn = false
  private resolveExit: (exit: HostExit) => void = () => undefined
  private socket: TLSSocket | null = null
  private webSocket: WebSocket | null = null
  private queue: ControllerMessage[] = []
  private isSendingPlan = false
  private isOpen = false
  private hasEnded = false
  /** True after `disconnect`, so the end of the connection is no error. */
  private isDisconnecting = false
  private pingTimer: NodeJS.Timeout | undefined
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
    if (this.hasEnded || this.isDisconnecting) return
    this.queue.push(message)
    this.sendQueued()
  }

  disconnect(): void {
    this.isDisconnecting = true
    if (this.webSocket?.readyState === WebSocket.OPEN) this.webSocket.close(1000)
    else this.end({ exitCode: null, signal: null, error: null, stderrTail: '' })
  }

  kill(): void {
    this.end({ exitCode: null, signal: null, error: null, stderrTail: '' })
  }

  /** Sends the queued messages in order. Messages behind a plan wait until the plan is sent. */
  private sendQueued(): void {
    while (!this.isSendingPlan && this.webSocket?.readyState === WebSocket.OPEN) {
      const message = this.queue.shift()
      if (message === undefined) return
      if ('plan' in message) this.sendPlan(message)
      else this.webSocket.send(JSON.stringify(message))
    }
  }

  private sendPlan(message: ControllerMessage): void {
    this.isSendingPlan = true
    planSends.enter(() => {
      const finishSend = () => {
        planSends.leave()
        this.isSendingPlan = false
        this.sendQueued()
      }
      // ws also calls the callback if the connection breaks, so the turn is always left.
      if (this.hasEnded || this.webSocket === null) finishSend()
      else this.webSocket.send(JSON.stringify(message), finishSend)
    })
  }

  private get name(): string {
    return agentName(this.access.address)
  }

  private connect(): void {
    this.hasHandshakeTurn = true
    if (this.hasEnded) {
      this.leaveHandshakeTurn()
      return
    }
    this.connectTimer = setTimeout(
      () => this.fail(cannotConnect(this.name, `no response within ${connectTimeoutMs / 1000} s`)),
      connectTimeoutMs,
    )
    const { host, port, fingerprint } = agentPlace(this.access.address)
    const servername = isIP(host) === 0 ? { servername: host } : {}
    // The fingerprint of a pinned certificate is checked in `upgrade`, before anything is sent.
    const rejectUnauthorized = fingerprint === null
    const socket = connect({ host, port, ...servername, rejectUnauthorized, minVersion: 'TLSv1.2' })
    this.socket = socket
    socket.on('error', (error) => this.failWith(error))
    socket.once('secureConnect', () => this.upgrade(socket, fingerprint))
  }

  private leaveHandshakeTurn(): void {
    if (this.hasHandshakeTurn) handshakes.leave()
    this.hasHandshakeTurn = false
  }

  /** Checks the pinned certificate, then opens the WebSocket. */
  private upgrade(socket: TLSSocket, fingerprint: string | null): void {
    const presented = socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null
    if (fingerprint !== null && presented !== fingerprint) {
      this.fail(wrongCertificate(this.name, fingerprint, presented))
      return
    }
    const { token, controllerName } = this.access
    if (!isOneAsciiLine(token)) {
      this.fail(unusableToken(this.name))
      return
    }
    const { host, port } = agentPlace(this.access.address)
    const webSocket = new WebSocket(`ws://${host.includes(':') ? `[${host}]` : host}:${port}${agentPath}`, {
      createConnection: () => socket,
      // Names of users and machines may have letters that no header can have.
      headers: {
        authorization: `Bearer ${token}`,
        [controllerHeader]: controllerName.replaceAll(/[^\x20-\x7e]/g, '?'),
      },
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      autoPong: false,
    })
    this.webSocket = webSocket
    webSocket.on('open', () => this.open(webSocket))
    webSocket.on('message', (data) => this.receive(data.toString()))
    webSocket.on('pong', () => this.noteSignOfLife())
    webSocket.on('ping', (data) => {
      if (webSocket.bufferedAmount <= maxUnreadBytes) webSocket.pong(data)
    })
    webSocket.on('unexpected-response', (_request, response) => {
      void readRefusal(response, this.name).then((error) => this.fail(error))
    })
    webSocket.on('error', (error) => this.failWith(error))
    webSocket.on('close', (_code, reason) => this.close(reason.toString()))
  }

  private open(webSocket: WebSocket): void {
    clearTimeout(this.connectTimer)
    this.leaveHandshakeTurn()
    this.isOpen = true
    this.sendQueued()
    this.lastCheckMs = performance.now()
    this.noteSignOfLife()
    this.pingTimer = setInterval(() => this.checkAlive(webSocket), pingIntervalMs)
  }

  /** Notes that the agent gave a sign of life. */
  private noteSignOfLife(): void {
    // The monotonic clock: if the system clock were set back, a silent agent would look alive.
    this.lastHeardMs = performance.now()
  }

  /** Fails the connection if the agent was silent for too long, otherwise pings it. */
  private checkAlive(webSocket: WebSocket): void {
    const nowMs = performance.now()
    // This check is late, so this process was paused and could not hear the agent.
    if (nowMs - this.lastCheckMs > pingIntervalMs * 3) this.lastHeardMs = nowMs
    this.lastCheckMs = nowMs
    if (nowMs - this.lastHeardMs > controllerLostMs) this.fail(silentAgent(this.name, controllerLostMs))
    else webSocket.ping()
  }

  private receive(text: string): void {
    this.noteSignOfLife()
    if (this.hasEnded) return
    try {
      this.onMessage(parseHostMessage(text, this.name))
    } catch (error) {
      this.fail(AppError.from(error))
    }
  }

  private close(reason: string): void {
    const error = this.isDisconnecting ? null : lostAgent(this.name, reason)
    this.end({ exitCode: null, signal: null, error, stderrTail: '' })
  }

  /** Fails the connection after a network error, or after data that is no message. */
  private failWith(error: Error): void {
    const code = errorCodeOf(error)
    if (code.startsWith('WS_ERR_')) this.fail(noMessages(this.name, error.message))
    else this.fail(this.isOpen ? lostAgent(this.name, '') : cannotConnect(this.name, error.message, code))
  }

  private fail(error: AppError): void {
    this.end({ exitCode: null, signal: null, error, stderrTail: '' })
  }

  private end(exit: HostExit): void {
    if (this.hasEnded) return
    this.hasEnded = true
    clearTimeout(this.connectTimer)
    this.leaveHandshakeTurn()
    clearInterval(this.pingTimer)
    this.webSocket?.terminate()
    this.socket?.destroy()
    this.resolveExit(exit)
  }
}
