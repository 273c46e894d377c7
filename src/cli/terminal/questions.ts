/**
 * Asks the user at the terminal.
 */
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AppError } from '../../contracts/app-error.ts'

/** The streams on which a question is asked and answered. */
export interface QuestionStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

function streamsOfProcess(): QuestionStreams {
  return { input: process.stdin, output: process.stderr }
}

/** Asks a yes-or-no question on stderr. Anything but yes counts as no, including Ctrl-C and the end of the input. */
export async function confirm(question: string, { input, output } = streamsOfProcess()): Promise<boolean> {
  const lines = createInterface({ input, output })
  try {
    const answer = await answerOf(lines, `${question} [y/N] `)
    if (answer === null) output.write('\n')
    return /^y(es)?$/i.test(answer?.trim() ?? '')
  } finally {
    lines.close()
  }
}

/**
 * Asks for a secret, without echo.
 * @throws AppError ABORTED on Ctrl-C, or if the input ends
 */
export async function askSecret(name: string, { input, output } = streamsOfProcess()): Promise<string> {
  output.write(`Secret ${name} (not shown): `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  try {
    const answer = await answerOf(lines, '')
    if (answer === null) throw new AppError('ABORTED', `No value was given for the secret ${name}.`)
    return answer
  } finally {
    lines.close()
    output.write('\n')
  }
}

/** Resolves to the answer, or to null if the input ends first, because then Node's own promise never settles. */
async function answerOf(lines: Interface, question: string): Promise<string | null> {
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  return Promise.race([lines.question(question).catch(() => null), ended])
}
