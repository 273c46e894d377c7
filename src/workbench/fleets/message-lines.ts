/**
 * Splits a stream into lines, and parses each line as a message of the protocol.
 */

import { AppError } from '../../contracts/app-error.ts'
import { boundProblem, textProblem } from '../../contracts/message-bounds.ts'
import { check } from '../../contracts/parse.ts'
import { type HostMessage, hostMessage } from '../../contracts/runner-protocol.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'

/** Maximum length of a line. The longest message, a sample with the histograms of a thousand clients, is shorter. */
const maxLineLength = 50_000_000

/** Collects pieces of text and returns complete lines. */
export class LineReader {
  private rest: string[] = []
  private restLength = 0

  /**
   * Returns the lines that the piece completes, without line ends and without empty lines.
   * @throws AppError PROTOCOL_VIOLATION if a line is too long
   */
  push(piece: string): string[] {
    const parts = piece.split('\n')
    const last = parts.pop() ?? ''
    const lines = parts.map((part, index) => (index === 0 ? [...this.rest, part].join('') : part))
    if (parts.length > 0) {
      this.rest = []
      this.restLength = 0
    }
    this.rest.push(last)
    this.restLength += last.length
    if (this.restLength > maxLineLength) throw violation('a line that does not end', last)
    return lines.map((line) => line.trimEnd()).filter((line) => line !== '')
  }
}

/**
 * Parses one line as a message.
 * @param agent name of the agent that sent it; null if it is a runner on this machine
 * @throws AppError PROTOCOL_VIOLATION
 */
export function parseHostMessage(line: string, agent: string | null = null): HostMessage {
  const tooLarge = textProblem(line)
  if (tooLarge !== null) throw violation(`a message that is too large (${tooLarge.message})`, line, agent)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw violation('a line that is not JSON', line, agent)
  }
  const bound = boundProblem(value)
  const outcome = bound === null ? check(hostMessage, value) : { ok: false as const, problems: [bound] }
  if (outcome.ok) return outcome.value
  const problems = outcome.problems.slice(0, 5)
  const places = problems.map(({ place, message }) => `${place}: ${message}`).join('; ')
  throw violation(`a message that does not follow the protocol (${places})`, line, agent)
}

function violation(what: string, line: string, agent: string | null = null): AppError {
  const [sender, both] = agent === null ? ['The runner', 'The runner'] : [`Agent ${agent}`, 'It']
  return new AppError('PROTOCOL_VIOLATION', `${sender} sent ${what}: ${line.slice(0, 120)}`, {
    remedy: `${both} and this program may have different versions. ${agent === null ? makeReadyRemedy : updateRemedy}`,
  })
}

const updateRemedy = 'Check that it is an agent of Headroom, and update the older of the two.'
