/**
 * Formats a published limit.
 */
import { formatBytes } from './bytes.ts'
import { formatInUnit } from './in-unit.ts'

/** The parts of a limit that state its amount. */
interface LimitAmount {
  readonly unit: string
  readonly perUnit?: number | undefined
  readonly max?: number | undefined
  readonly counts?: string | undefined
  readonly weights?: { readonly ingress: number; readonly replication: number; readonly egress: number } | undefined
}

/** The amount of a limit, such as "50 MB/s per CKU, at most 1 GB/s", and what it counts if that is not obvious. */
export function limitAmountText(limit: LimitAmount, unitName: string): string {
  const { unit, perUnit, max } = limit
  const perSize = perUnit === undefined ? '' : `${amountText(perUnit, unit)} per ${unitName}`
  const maximum = max === undefined ? '' : `at most ${amountText(max, unit)}`
  return [perSize, maximum, countsText(limit)].filter((part) => part !== '').join(', ')
}

function amountText(value: number, unit: string): string {
  return unit === 'bytes' ? formatBytes(value) : formatInUnit(value, unit)
}

function countsText({ counts, weights }: LimitAmount): string {
  if (weights !== undefined) {
    return `${weights.ingress} x written + ${weights.replication} x replicated + ${weights.egress} x read`
  }
  if (counts === 'replicas') return 'with replicas'
  return counts === 'clients' ? 'clients' : ''
}
