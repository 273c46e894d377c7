/**
 * The loads of the side-by-side run. Each shape differs from plain records in one respect.
 */
import type { RecordHeaders } from '../../../src/contracts/workload.ts'

/** Names of the shapes, in the order in which they are run. */
export const shapeNames = ['plain', 'keyed', 'headers', 'lz4', 'tls', 'idempotent', 'transactions'] as const
export type ShapeName = (typeof shapeNames)[number]

/** What the clients of a side-by-side run share. */
export interface BenchLoad {
  readonly bootstrapServers: string
  /** Certificate that clients must trust; null: they connect without TLS. */
  readonly caFile: string | null
  readonly topic: string
  readonly partitions: number
  readonly recordBytes: number
  /** Records that go to a partition before the next has its turn. With keys each record may go to another. */
  readonly recordsPerTurn: number
  /** How long Headroom's turn of a partition took in this round; null: Headroom has not been measured yet. */
  readonly turnMs: number | null
  readonly keyBytes: number
  readonly headers: RecordHeaders | null
  readonly compression: 'none' | 'lz4'
  readonly isIdempotent: boolean
  /** Null: no transactions. */
  readonly transactionMs: number | null
  readonly lingerMs: number
  readonly batchBytes: number
  readonly queueRecords: number
}

/** What a shape changes of a plain load. */
export const shapes: Readonly<Record<ShapeName, Partial<BenchLoad>>> = {
  plain: {},
  keyed: { keyBytes: 16 },
  headers: { headers: { count: 2, nameBytes: 8, valueBytes: 16 } },
  lz4: { compression: 'lz4' },
  tls: {},
  idempotent: { isIdempotent: true },
  transactions: { isIdempotent: true, transactionMs: 100 },
}

/** A load of plain records. */
export function plainLoad(
  place: Pick<BenchLoad, 'bootstrapServers' | 'caFile' | 'topic' | 'partitions' | 'recordBytes'>,
): BenchLoad {
  return {
    ...place,
    recordsPerTurn: 1_800,
    turnMs: null,
    keyBytes: 0,
    headers: null,
    compression: 'none',
    isIdempotent: false,
    transactionMs: null,
    lingerMs: 20,
    batchBytes: 1_000_000,
    queueRecords: 100_000,
  }
}

/** Name and value of each header of a record. */
export function headerTexts({ headers }: Pick<BenchLoad, 'headers'>): [name: string, value: string][] {
  if (headers === null) return []
  const { count, nameBytes, valueBytes } = headers
  return Array.from({ length: count }, (_, index) => [`h${index}`.padEnd(nameBytes, 'n'), 'v'.repeat(valueBytes)])
}
