/**
 * Why an agent refuses a controller, and how it responds then.
 */
import type { Duplex } from 'node:stream'
import { AppError } from '../../contracts/app-error.ts'

/** An HTTP response, whose body is an `agentRefusal`. `isBrief`: the reason may be over in a few seconds. */
export type Refusal = { readonly status: string; readonly error: AppError; readonly isBrief?: boolean }

/** Sends the response and destroys the socket. If it were only ended, a peer could keep its place by not closing it. */
export function refuse(socket: Duplex, { status, error }: Refusal): void {
  const body = JSON.stringify({ error: error.toData() })
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n`
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy())
}

/** Another controller uses the agent. */
export function takenBy(name: string, sinceEpochMs: number): AppError {
  const since = new Date(sinceEpochMs).toISOString()
  return new AppError('AGENT_BUSY', `The agent is taken by ${name} since ${since}.`, {
    remedy: 'Wait until that run has ended, or take another agent.',
  })
}

/** Too many wrong tokens came from the controller's address, so it has to wait. */
export function tooManyFailures(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError('AUTHENTICATION_FAILED', `The agent refuses this address for ${seconds} s.`, {
    remedy: 'Too many wrong tokens came from here. Check the token, wait, and try again.',
  })
}

/** The token is missing or wrong. */
export const wrongToken = new AppError('AUTHENTICATION_FAILED', 'The agent refused the token.', {
  remedy: 'Give the token from the token file of the agent.',
})

/** The path of the request is not the one for controllers. */
export const nothingHere = new AppError('INPUT_INVALID', 'The agent has nothing at this path.', {
  remedy: 'Update the older of the two: controller and agent must be of the same version.',
})

/** The agent is shutting down. */
export const ending = new AppError('AGENT_BUSY', 'The agent is about to end.', {
  remedy: 'Start it again, or take another.',
})
