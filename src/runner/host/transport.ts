/**
 * How messages reach a controller and come from it. Stdio for a local host; a socket would be another one of these.
 */
import { AppError } from '../../contracts/app-error.ts'
import { check } from '../../contracts/parse.ts'
import { type ControllerMessage, controllerMessage, type HostMessage } from '../../contracts/runner-protocol.ts'
import type { Line } from './line-reader.ts'

/** What a transport tells the host. */
export type TransportListener = {
  onMessage(message: ControllerMessage): void
  /** Something came that is no message. The connection goes on. */
  onViolation(error: AppError): void
  /** The controller is gone. Called once. */
  onClosed(): void
}

/** A connection to one controller. */
export type Transport = {
  listen(listener: TransportListener): void
  send(message: HostMessage): void
  /** Resolves when everything sent has left this process, or cannot any more. */
  flush(): Promise<void>
}

/**
 * The message of a line.
 * @throws AppError PROTOCOL_VIOLATION; its text never repeats what the line holds, which may be a secret
 */
export function readControllerMessage(line: Line): ControllerMessage {
  if (line.kind === 'too-long') throw violation(`a line of ${line.bytes} bytes is longer than any message`, [])
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    throw violation('a line is not JSON', [])
  }
  const outcome = check(controllerMessage, value)
  if (outcome.ok) return outcome.value
  // The problems quote what they found: inside `secrets` that would be a secret.
  const problems = outcome.problems.map((problem) =>
    problem.place.startsWith('secrets') ? { place: 'secrets', message: 'expected texts by name' } : problem,
  )
  throw violation('a message does not follow the protocol', problems)
}

function violation(what: string, problems: AppError['problems']): AppError {
  return new AppError('PROTOCOL_VIOLATION', `The controller broke the runner protocol: ${what}.`, {
    problems,
    remedy: 'Controller and runner must be of the same version: update the older one.',
  })
}
