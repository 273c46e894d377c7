/**
 * Formats a comparison of offerings as a table for spreadsheets.
 */
import type { CsvCell } from '../units/csv.ts'
import type { ComparedRow, ComparedScenario } from '../workbench/sizing/compare-scenario.ts'

/** Returns the rows of `--csv`. The first row names the columns. */
export function compareRows({ offerings }: ComparedScenario): CsvCell[][] {
  const heading = [
    'offering',
    'tier',
    'vendor',
    'limitsAsOf',
    'fits',
    'size',
    'unitName',
    'achievable.ingressWireBytesPerSec.likely',
    'achievable.egressWireBytesPerSec.likely',
    'achievable.recordsPerSec.likely',
    'headroom',
    'binding',
    'fullest.id',
    'fullest.utilisation',
    'cost.perHour',
    'cost.currency',
    'cost.priceDate',
    'reasons',
    'calibration',
  ]
  return [heading, ...offerings.map(csvRow)]
}

function csvRow(row: ComparedRow): CsvCell[] {
  const { achievable, fullest, cost } = row
  return [
    row.offering,
    row.tier,
    row.vendor,
    row.limitsAsOf,
    String(row.fits),
    row.size,
    row.unitName,
    achievable?.ingressWireBytesPerSec.likely ?? null,
    achievable?.egressWireBytesPerSec.likely ?? null,
    achievable?.recordsPerSec.likely ?? null,
    row.headroom,
    row.binding.map(({ id }) => id).join('; '),
    fullest?.id ?? null,
    fullest?.utilisation ?? null,
    cost?.perHour ?? null,
    cost?.currency ?? null,
    cost === null ? null : (cost.source?.date ?? 'given'),
    row.reasons.join(' '),
    row.calibration,
  ]
}
