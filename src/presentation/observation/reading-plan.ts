/**
 * Describes a reading of a running cluster in advance: what it does, the rights that it needs, and its cost.
 */
import type { Connection } from '../../contracts/connection.ts'
import { observedApis, type ReadRight, rightsToGrant, rightText } from '../../contracts/observe-rights.ts'
import type { ReadingBounds } from '../../contracts/reading-part.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatDuration } from '../../units/duration.ts'
import { upperFirst } from '../../units/first-letter.ts'
import { type Block, table, textCell } from '../document.ts'

/** Says what a reading does, within which bounds. */
export function boundsSentence({ spanMs, sampleBytes, requestsPerSec, bytesPerSec }: ReadingBounds): string {
  const sample =
    sampleBytes === 0 ? 'no records' : `at most ${formatBytes(sampleBytes)} of record batches, kept as counts only`
  return (
    `Reads topics, settings, offsets, groups and ${sample}, over ${formatDuration(spanMs)}. Writes nothing, joins no group, ` +
    `commits nothing. Each broker gets at most ${requestsPerSec} requests/s and sends at most ${formatByteRate(bytesPerSec)}.`
  )
}

/** The rights that a reading never needs. */
export const neverNeeded =
  'Never needed: WRITE, CREATE, ALTER, DELETE, or READ on a group. Without READ on a group no client can join one or commit.'

/** Commands of Kafka's own tool that grant the rights. Without a connection they have placeholders in capitals. */
export function aclCommands(connection: Connection | undefined, isSampling: boolean): string[] {
  const server = connection?.bootstrapServers[0] ?? 'HOST:PORT'
  const principal = `User:${connection?.sasl?.username ?? 'NAME'}`
  const tool = `kafka-acls.sh --bootstrap-server ${server} --add --allow-principal ${principal}`
  return (['Cluster', 'Topic', 'Group'] as const).map((resource) => {
    const operations = rightsToGrant(isSampling).filter((right) => right.resource === resource)
    return `${tool} ${operations.map(operationOption).join(' ')} ${resourceOption(resource)}`
  })
}

/** The requests of a reading, each with the right that it needs and what is unknown without it. */
export function requestsTable(isSampling: boolean): Block {
  const apis = observedApis.filter(({ isForSampling }) => isSampling || !isForSampling)
  const rows = apis.map(({ api, right, unknown }) => [api, rightText(right), unknown].map(textCell))
  return table(
    'What is requested, and what is unknown without it',
    ['Request', 'Right', 'Without it'].map(textCell),
    rows,
  )
}

function operationOption({ operation }: ReadRight): string {
  const words = operation.toLowerCase().split('_')
  return `--operation ${words.map(upperFirst).join('')}`
}

function resourceOption(resource: ReadRight['resource']): string {
  return resource === 'Cluster' ? '--cluster' : `--${resource.toLowerCase()} '*'`
}
