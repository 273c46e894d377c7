/**
 * Interface by which a host exchanges messages with its controller. Its only implementation is stdio-transport.ts.
 */
import { AppError } from '../../contracts/app-error.ts'
import { boundProblem, textProblem } from '../../contracts/message-bounds.ts'
import { check } from '../../contracts/parse.ts'
import { type ControllerMessage, controllerMessage, type HostMessage } from '../../contracts/runner-protocol.ts'
import type { Line } from './line-reader.ts'

/** The host's callbacks for incoming messages. */
export type TransportListener = {
  onMessage(message: ControllerMessage): void
  /** A line arrived that is not a valid message. The connection stays open. */
  onViolation(error: AppError): void
  /** The connection to the controller is closed. Called once. */
  onClosed(): void
}

/** A connection to one controller. */
export type Transport = {
  listen(listener: TransportListener): void
  send(message: HostMessage): void
  /** Resolves when all messages are written, or can no longer be written. */
  flush(): Promise<void>
}

/**
 * Parses a line.
 * @throws AppError PROTOCOL_VIOLATION. Its text never quotes the line, because the line may contain a secret.
 */
export function readControllerMessage(line: Line): ControllerMessage {
  if (line.kind === 'too-long') throw violation(`a line of ${line.bytes} bytes is longer than any message`, [])
  const tooLarge = textProblem(line.text)
  if (tooLarge !== null) throw violation('a message is too large', [tooLarge])
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    throw violation('a line is not JSON', [])
  }
  const bound = boundProblem(value)
  if (bound !== null) throw violation('a message is too large', [bound])
  const outcome = check(controllerMessage, value)
  if (outcome.ok) return outcome.value
  // Problems quote the invalid value. Those inside `secrets` are replaced, because the value may be a secret.
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
