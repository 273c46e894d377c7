/**
 * A connection to one runner host, over the pipes of a child process or over a socket to an agent.
 */
import type { AppError } from '../../contracts/app-error.ts'
import type { ControllerMessage, HostMessage } from '../../contracts/runner-protocol.ts'

/** How a host exited. */
export interface HostExit {
  /** Null if it was killed, or if it is on another machine. */
  readonly exitCode: number | null
  /** Name of the signal that killed it; else null. */
  readonly signal: string | null
  /** The error if it could not be reached, was lost, or violated the protocol; else null. */
  readonly error: AppError | null
  /** The last lines that it wrote to stderr; empty for a host on another machine. */
  readonly stderrTail: string
}

/** An open connection to a host. */
export interface HostConnection {
  send(message: ControllerMessage): void
  /** Closes the connection. A host then cleans up and exits, as if its controller was lost. */
  disconnect(): void
  /** Ends the process, or the connection, now. */
  kill(): void
  /** Resolves when the connection is gone. Never rejects. */
  readonly exited: Promise<HostExit>
}

/** Opens a connection. Never throws; `exited` reports failures. */
export type OpenHost = (onMessage: (message: HostMessage) => void) => HostConnection

/** The greeting of a host: versions and machine. */
export type Greeting = Extract<HostMessage, { type: 'hello' }>

/** Provides the host for consecutive runs. */
export interface HostSource {
  /** Directs messages of the host to `receive`. Returns the host, and its greeting if that was received already. */
  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null }
}
