/**
 * Formats a comparison of offerings as a table for spreadsheets.
 */
import type { CsvCell } from '../units/csv.ts'
import { isOlderThanAYear } from '../units/dated.ts'
import { billSummary, type ComparedRow, type ComparedScenario } from '../workbench/sizing/compare-scenario.ts'

/** Returns the rows of `--csv`. The first row names the columns. `today` is the day for the age of limits. */
export function compareRows({ offerings }: ComparedScenario, today: string): CsvCell[][] {
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
    'bill.totalPerMonth.low',
    'bill.totalPerMonth.high',
    'bill.currency',
    'bill.region',
    'bill.missing',
    'bill.perMegabytePerSec.high',
    'bill.perTerabyte.high',
    'bill.pricesFrom',
    'bill.pricesTo',
    'reasons',
    'calibration',
    'caution',
    'bill.needsCheck',
    'bill.hasOldPrices',
    'areLimitsOld',
    'warning',
    'chanceMet',
  ]
  return [heading, ...offerings.map((row) => csvRow(row, today))]
}

function csvRow(row: ComparedRow, today: string): CsvCell[] {
  const { achievable, fullest } = row
  const bill = row.bill === null ? null : billSummary(row.bill)
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
    bill?.totalPerMonth?.low ?? null,
    bill?.totalPerMonth?.high ?? null,
    bill?.currency ?? null,
    bill?.region ?? null,
    bill?.missing.join('; ') ?? null,
    bill?.perMegabytePerSec?.high ?? null,
    bill?.perTerabyte?.high ?? null,
    bill?.pricesFrom ?? null,
    bill?.pricesTo ?? null,
    row.reasons.join(' '),
    row.calibration,
    row.caution,
    bill === null ? null : String(bill.needsCheck),
    bill === null ? null : String(bill.hasOldPrices),
    String(isOlderThanAYear(row.limitsAsOf, today)),
    row.warning,
    row.chanceMet,
  ]
}
