/**
 * The reasons for which an agent refuses a controller, and the response to a refused controller.
 */
import type { Duplex } from 'node:stream'
import { AppError } from '../../contracts/app-error.ts'

/** Why an agent refuses a controller, as an HTTP response. Its body is an `agentRefusal`. */
export type Refusal = {
  /** Code and phrase of the HTTP status: `401 Unauthorized`. */
  readonly status: string
  readonly error: AppError
  /** True if the reason may disappear within a few seconds. */
  readonly isTransient?: boolean
}

/**
 * Sends the response and destroys the socket. If the socket were only ended, a peer could keep the connection by not
 * closing its side.
 */
export function refuse(socket: Duplex, { status, error }: Refusal): void {
  const body = JSON.stringify({ error: error.toData() })
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n`
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy())
}

/** The error if another controller uses the agent. */
export function inUseBy(name: string, sinceEpochMs: number): AppError {
  const since = new Date(sinceEpochMs).toISOString()
  return new AppError('AGENT_BUSY', `The agent has been in use by ${name} since ${since}.`, {
    remedy: 'Wait until that run has ended, or use another agent.',
  })
}

/** The error if too many wrong tokens came from the controller's address. It must wait for this time. */
export function tooManyFailures(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError('AUTHENTICATION_FAILED', `The agent refuses this address for ${seconds} s.`, {
    remedy: 'Too many wrong tokens came from here. Check the token, wait, and try again.',
  })
}

/** The error if the token is missing or wrong. */
export const wrongToken = new AppError('AUTHENTICATION_FAILED', 'The agent refused the token.', {
  remedy: 'Give the token from the token file of the agent.',
})

/** The error if the path of the request is not the path for controllers. */
export const unknownPath = new AppError('INPUT_INVALID', 'The agent has nothing at this path.', {
  remedy: 'Update the older of the two: controller and agent must be of the same version.',
})

/** The error if the agent is shutting down. */
export const shuttingDown = new AppError('AGENT_BUSY', 'The agent is shutting down.', {
  remedy: 'Start it again, or use another agent.',
})
