/**
 * The part of `headroom observe` that reads a running cluster: its options, its limits and its progress.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import { observedApis, rightText } from '../contracts/observe-rights.ts'
import { type ReadingBounds, readingBounds, usualReadingBounds } from '../contracts/reading-part.ts'
import { aclCommands, boundsSentence, neverNeeded } from '../presentation/observation/reading-plan.ts'
import { textWidth, wrapText } from '../presentation/painters/columns.ts'
import { parseBytesWithUnit } from '../units/bytes.ts'
import { parseDuration } from '../units/duration.ts'
import { type OpenedConnection, openConnectionFile } from '../workbench/connections/connection-file.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'
import { untilEnded } from './follow-run.ts'
import { readNumber } from './number-options.ts'
import { nameHider } from './redacted-errors.ts'
import { createLiveLine } from './terminal/live-line.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Options of a command that reads a running cluster. */
export const readingOptions = {
  target: {
    value: 'FILE',
    text: 'Read a running cluster: a connection file such as client.properties. Nothing is changed.',
  },
  for: { value: 'TIME', text: 'Time between the first and the last snapshot of the offsets (default: 1 min).' },
  sample: {
    value: 'BYTES',
    text: 'Read at most this many bytes of record batches (default: 50MB). With 0 none are read, which needs fewer rights.',
  },
  'secrets-file': { value: 'FILE', text: 'Values of the secrets that a connection names, as {"name": "value"}.' },
  acls: { text: 'Print the rights that reading a cluster needs, and stop.' },
} as const

/** The cluster to read, and the limits of the reading. */
export interface ReadingTarget {
  readonly opened: OpenedConnection
  readonly bounds: ReadingBounds
}

/**
 * Reads the options of a reading.
 * @returns null without `--target`
 * @throws AppError USAGE or CONNECTION_INVALID
 */
export async function readingTarget(given: Given): Promise<ReadingTarget | null> {
  const path = given.text('target')
  const bounds = givenBounds(given)
  if (path === undefined) {
    if (Object.keys(bounds).length === 0) return null
    throw new AppError('USAGE', '--for and --sample need --target, because they limit the reading of a cluster.', {
      remedy: 'For example: headroom observe --target client.properties --for 10min',
    })
  }
  return { opened: await openConnectionFile(path), bounds: { ...usualReadingBounds, ...bounds } }
}

/** Returns the limits on the command line. @throws AppError USAGE */
function givenBounds(given: Given): Partial<Pick<ReadingBounds, 'spanMs' | 'sampleBytes'>> {
  const problems: Problem[] = []
  const { spanMs: span, sampleBytes: sample } = readingBounds.shape
  const spanMs = readBound(given, { option: 'for', read: parseDuration, schema: span }, problems)
  const sampleBytes = readBound(given, { option: 'sample', read: parseBytesWithUnit, schema: sample }, problems)
  if (problems.length > 0) {
    throw new AppError('USAGE', 'The limits of the reading are not valid.', {
      problems,
      remedy: 'For example: --for 10min --sample 50MB',
    })
  }
  return { ...(spanMs === undefined ? {} : { spanMs }), ...(sampleBytes === undefined ? {} : { sampleBytes }) }
}

/**
 * Reads an option as `readNumber` does, except that a value that cannot be parsed gets the message of the parser, which has
 * an example.
 */
function readBound(given: Given, option: Parameters<typeof readNumber>[1], problems: Problem[]): number | undefined {
  const reading = option.read(given.text(option.option) ?? '0')
  if (given.text(option.option) === undefined || reading.ok) return readNumber(given, option, problems)
  problems.push({ place: `--${option.option}`, message: reading.problem })
  return undefined
}

/** Reads the cluster until the reading is complete or Ctrl-C is pressed. @returns the id of the reading */
export function takeReading(
  workbench: Workbench,
  target: ReadingTarget,
  { terminal, given }: CommandContext,
): Promise<string> {
  const { opened, bounds } = target
  const { connection, notes } = opened
  const show = (text: string) => terminal.err(wrapText(text, textWidth(terminal.columns)))
  const hide = given.has('redact-names') ? nameHider(given) : (text: string) => text
  for (const note of notes) show(hide(note))
  show(boundsSentence(bounds))
  return followReading(workbench, terminal, () => workbench.handlers['readings.take']({ connection, bounds }))
}

/** Resumes a reading that was stopped or failed. @returns its id */
export function resumeReading(workbench: Workbench, readingId: string, { terminal }: CommandContext): Promise<string> {
  return followReading(workbench, terminal, () => workbench.handlers['readings.resume']({ readingId }))
}

async function followReading(
  workbench: Workbench,
  terminal: Terminal,
  begin: () => Promise<{ readingId: string }>,
): Promise<string> {
  const line = createLiveLine(terminal)
  let cost = ''
  workbench.on('reading.progress', ({ sentence }) => {
    cost = sentence
    line.update(sentence)
  })
  const { readingId } = await untilEnded(begin(), () => workbench.handlers['readings.stop']({}), line)
  if (cost !== '') line.note(`The reading cost the brokers: ${cost}`)
  return readingId
}

/**
 * Lists the rights to grant, as commands of Kafka's own tool, and what stays unknown without each of them.
 * @throws AppError USAGE or CONNECTION_INVALID
 */
export async function aclText(given: Given): Promise<string> {
  const bounds = givenBounds(given)
  const path = given.text('target')
  const opened = path === undefined ? undefined : await openConnectionFile(path)
  const isSampling = bounds.sampleBytes !== 0
  const commands = aclCommands(opened?.connection, isSampling)
  const usedApis = observedApis.filter(({ isForSampling }) => isSampling || !isForSampling)
  const lines = usedApis.map(({ api, right, unknown }) => {
    return `  ${api.padEnd(27)} ${rightText(right).padEnd(26)} without it: ${unknown}`
  })
  return [...commands, '', ...lines, '', neverNeeded, ''].join('\n')
}
