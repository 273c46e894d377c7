/**
 * A connection to one runner host, whatever carries it: a child process's pipes, or a socket to an agent.
 */
import type { AppError } from '../../contracts/app-error.ts'
import type { ControllerMessage, HostMessage } from '../../contracts/runner-protocol.ts'

/** How a host went away. */
export interface HostExit {
  /** Null where it was killed, or is on another machine. */
  readonly exitCode: number | null
  /** Name of the signal that killed it. */
  readonly signal: string | null
  /** Where it could not even be reached, was lost, or broke the protocol. */
  readonly error: AppError | null
  /** The last lines that it wrote to stderr; empty for a host on another machine. */
  readonly stderrTail: string
}

/** A host that is spoken to. */
export interface HostConnection {
  send(message: ControllerMessage): void
  /** Says good-bye: a host takes that as a lost controller, cleans up and exits. */
  disconnect(): void
  /** Ends the process, or the connection, now. */
  kill(): void
  /** Resolves once, when there is no connection any more. Never rejects. */
  readonly exited: Promise<HostExit>
}

/** Opens a connection. Never throws: what goes wrong is told by `exited`. */
export type OpenHost = (onMessage: (message: HostMessage) => void) => HostConnection

/** A host's greeting: versions and machine. */
export type Greeting = Extract<HostMessage, { type: 'hello' }>

/** Where runs one after another get their host from. */
export interface HostSource {
  /** Lets a run listen. @returns the host, and its greeting where it has said it already */
  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null }
}
