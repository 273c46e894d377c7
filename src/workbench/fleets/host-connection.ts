/**
 * The interface of a connection to one runner host, over the pipes of a child process or over a socket to an agent.
 */
import type { AppError } from '../../contracts/app-error.ts'
import type { ControllerMessage, HostMessage } from '../../contracts/runner-protocol.ts'

/** How a connection to a host ended. */
export interface HostExit {
  /** Null if a signal ended the host, or if it is on another machine. */
  readonly exitCode: number | null
  /** Name of the signal that ended the host; null if none did. */
  readonly signal: string | null
  /**
   * The error if the host could not be reached, was lost, or violated the protocol; null otherwise. If the host is on an
   * agent, the message has the agent's name.
   */
  readonly error: AppError | null
  /** The last characters that the host wrote to stderr; empty for a host on another machine. */
  readonly stderrTail: string
}

/** An open connection to a host. */
export interface HostConnection {
  send(message: ControllerMessage): void
  /** Closes the connection. The host then cleans up as if its controller was lost, and a local host exits. */
  disconnect(): void
  /** Kills the host's process at once. For a host on another machine, closes the connection at once. */
  kill(): void
  /** Resolves when the connection is gone. Never rejects. */
  readonly exited: Promise<HostExit>
}

/** Opens a connection. Never throws; `exited` reports failures. */
export type OpenHost = (onMessage: (message: HostMessage) => void) => HostConnection

/** The greeting of a host: its protocol version and its environment. */
export type Greeting = Extract<HostMessage, { type: 'hello' }>

/** Provides a host to consecutive runs. */
export interface HostSource {
  /**
   * Directs the host's messages to `receive` from now on. Returns the host, and its greeting if it has arrived already.
   */
  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null }
}
