/**
 * The figures of a side-by-side run as a table in Markdown, with the targets that it met or missed.
 */
import { equalTurnsName, javaName, loopName, ownName, type Role, referenceName, toolName } from './bench-clients.ts'
import type { ShapeName } from './bench-load.ts'
import type { ClientCost } from './client-cost.ts'

/** What was run. */
export interface BenchCase {
  readonly role: Role
  readonly shape: ShapeName
  readonly recordBytes: number
}

const columns = ['client', 'CPU-s / M records', 'of it the loop', 'records/s', 'MiB', 'Headroom / it', 'note']

/** One row for each client, of its round with the median cost. */
export function costTable(costs: readonly ClientCost[]): string {
  const own = medianOf(costs, ownName)
  const names = [...new Set(costs.map(({ name }) => name))]
  const rows = names.flatMap((name) => {
    const median = medianOf(costs, name)
    if (median === undefined) return []
    const ratio = own === undefined ? '' : (own.cpuSecondsPerMillion / median.cpuSecondsPerMillion).toFixed(2)
    return [
      [
        name,
        median.cpuSecondsPerMillion.toFixed(2),
        median.loopSecondsPerMillion.toFixed(2),
        Math.round(median.recordsPerSec).toLocaleString('en'),
        String(Math.round(median.residentBytes / 2 ** 20)),
        ratio,
        median.note,
      ],
    ]
  })
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Targets as sentences: "Headroom / rdkafka_performance at most 0.9: 0.81, met". */
export function targetLines({ role, shape, recordBytes }: BenchCase, costs: readonly ClientCost[]): string[] {
  const cpuOf = (name: string) => medianOf(costs, name)?.cpuSecondsPerMillion
  const own = cpuOf(ownName)
  const lines: string[] = []
  const atMost = (what: string, value: number | undefined, limit: number) => {
    const found = value === undefined ? 'not measured' : `${value.toFixed(2)}, ${value <= limit ? 'met' : 'MISSED'}`
    lines.push(`${what} at most ${limit}: ${found}`)
  }
  const beside = (name: string) => {
    const other = cpuOf(name)
    return own === undefined || other === undefined ? undefined : own / other
  }
  if (role === 'consumer') {
    atMost(`${ownName} / ${toolName}`, beside(toolName), 0.8)
    if (shape === 'plain' && recordBytes === 512) atMost(`${ownName}, CPU-s / M records`, own, 0.6)
  } else if (shape === 'plain') {
    atMost(`${ownName} / ${toolName}`, beside(toolName), 0.9)
    atMost(`${ownName} / ${equalTurnsName}`, beside(equalTurnsName), 0.9)
    atMost(`${ownName} / ${javaName.producer}`, beside(javaName.producer), 0.4)
  } else if (shape === 'keyed' || shape === 'headers') {
    atMost(`${ownName} / ${toolName}`, beside(toolName), 1.4)
  }
  const [reference, loop] = [cpuOf(referenceName), cpuOf(loopName)]
  const ratio = reference === undefined || loop === undefined ? undefined : reference / loop
  if (shape === 'plain') atMost(`${referenceName} / ${loopName}`, ratio, role === 'producer' ? 1.25 : 1.1)
  return lines
}

/** The round of a client with the median cost; of an even number the lower one. */
function medianOf(costs: readonly ClientCost[], name: string): ClientCost | undefined {
  const own = costs.filter((cost) => cost.name === name)
  const sorted = own.toSorted((left, right) => left.cpuSecondsPerMillion - right.cpuSecondsPerMillion)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}
