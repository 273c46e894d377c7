/**
 * The part of `headroom observe` that reads a running cluster: what it may cost, and how it goes on.
 */
import { resolve } from 'node:path'
import { AppError, type Problem } from '../contracts/app-error.ts'
import { observedApis, type ReadRight, rightsToGrant } from '../contracts/observe-rights.ts'
import { type ReadingBounds, readingBounds } from '../contracts/reading-part.ts'
import { textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes, parseBytes } from '../units/bytes.ts'
import { formatDuration, parseDuration } from '../units/duration.ts'
import { type OpenedConnection, openConnectionFile } from '../workbench/connections/connection-file.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'
import { untilEnded } from './follow-run.ts'
import { readNumber } from './number-options.ts'
import { createLiveLine } from './terminal/live-line.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Options of a command that reads a running cluster. */
export const readingOptions = {
  target: {
    value: 'FILE',
    text: 'Read a running cluster: a connection file such as client.properties. Nothing is changed.',
  },
  for: { value: 'TIME', text: 'Time between the first and the last look at the offsets (default: 1 min).' },
  sample: {
    value: 'BYTES',
    text: 'Most bytes of record batches to read (default: 50MB). 0: none, which needs fewer rights.',
  },
  'secrets-file': { value: 'FILE', text: 'Values of the secrets that a connection names, as {"name": "value"}.' },
  acls: { text: 'Print the rights that reading a cluster needs, and stop.' },
} as const

/** Gentle to production: about what one more consumer costs. */
const defaults: ReadingBounds = {
  spanMs: 60_000,
  sampleBytes: 50_000_000,
  requestsPerSec: 10,
  bytesPerSec: 1_000_000,
  historyHours: 168,
}

/** A cluster that is to be read. */
export interface ReadingTarget {
  readonly opened: OpenedConnection
  readonly bounds: ReadingBounds
}

/** The cluster that `--target` names; null without it. @throws AppError USAGE or CONNECTION_INVALID */
export async function readingTarget(given: Given): Promise<ReadingTarget | null> {
  const path = given.text('target')
  const problems: Problem[] = []
  const { spanMs: span, sampleBytes: sample } = readingBounds.shape
  const spanMs = readNumber(given, { option: 'for', read: parseDuration, schema: span }, problems)
  const sampleBytes = readNumber(given, { option: 'sample', read: parseBytes, schema: sample }, problems)
  if (problems.length > 0) throw new AppError('USAGE', 'The bounds of the reading are wrong.', { problems })
  if (path === undefined) {
    if (spanMs === undefined && sampleBytes === undefined) return null
    throw new AppError('USAGE', '--for and --sample belong to --target: they bound the reading of a cluster.')
  }
  const bounds = {
    ...defaults,
    ...(spanMs === undefined ? {} : { spanMs }),
    ...(sampleBytes === undefined ? {} : { sampleBytes }),
  }
  return { opened: await openConnectionFile(resolve(path)), bounds }
}

/** Reads the cluster to the end, or until Ctrl-C. @returns the id of the reading */
export function takeReading(
  workbench: Workbench,
  target: ReadingTarget,
  { terminal }: CommandContext,
): Promise<string> {
  const { opened, bounds } = target
  const { connection, notes } = opened
  const say = (text: string) => terminal.err(wrapText(text, textWidth(terminal.columns)))
  for (const note of notes) say(note)
  say(boundsSentence(bounds))
  return followReading(workbench, terminal, () => workbench.handlers['readings.take']({ connection, bounds }))
}

/** Goes on with a reading that broke off. @returns its id */
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

/** What a reading does and costs at most, said before it begins. */
function boundsSentence({ spanMs, sampleBytes, requestsPerSec, bytesPerSec }: ReadingBounds): string {
  const sample =
    sampleBytes === 0 ? 'no records' : `at most ${formatBytes(sampleBytes)} of record batches, kept as counts only`
  return (
    `Reads topics, settings, offsets, groups and ${sample}, over ${formatDuration(spanMs)}. Writes nothing, joins no group, ` +
    `commits nothing. Each broker gets at most ${requestsPerSec} requests/s and sends at most ${formatByteRate(bytesPerSec)}.`
  )
}

/** The rights to grant, as commands of Kafka's own tool, and what each request would tell. */
export function aclText(target: ReadingTarget | null): string {
  const isSampling = target === null || target.bounds.sampleBytes > 0
  const connection = target?.opened.connection
  const server = connection?.bootstrapServers[0] ?? 'HOST:PORT'
  const principal = `User:${connection?.sasl?.username ?? 'NAME'}`
  const tool = `kafka-acls.sh --bootstrap-server ${server} --add --allow-principal ${principal}`
  const commands = (['Cluster', 'Topic', 'Group'] as const).map((resource) => {
    const operations = rightsToGrant(isSampling).filter((right) => right.resource === resource)
    return `${tool} ${operations.map(operationOption).join(' ')} ${resourceOption(resource)}`
  })
  const asked = observedApis.filter(({ isForSampling }) => isSampling || !isForSampling)
  const lines = asked.map(({ api, right, unknown }) => {
    return `  ${api.padEnd(27)} ${`${right.resource}: ${right.operation}`.padEnd(26)} else: ${unknown}`
  })
  const never =
    'Never needed: WRITE, CREATE, ALTER, DELETE, or READ on a group. Without READ on a group no client can join one or commit.'
  return [...commands, '', ...lines, '', never, ''].join('\n')
}

function operationOption({ operation }: ReadRight): string {
  const words = operation.toLowerCase().split('_')
  return `--operation ${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`
}

function resourceOption(resource: ReadRight['resource']): string {
  return resource === 'Cluster' ? '--cluster' : `--${resource.toLowerCase()} '*'`
}
