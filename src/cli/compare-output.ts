/**
 * A comparison of offerings as text and as a table for spreadsheets.
 */
import type { Scenario } from '../contracts/scenario.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import type { CsvCell } from '../units/csv.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ComparedRow, ComparedScenario } from '../workbench/sizing/compare-scenario.ts'

/** Most rows of the text that fit, and most that do not; `--json` and `--csv` have all. */
const mostRows = 40

/** Most tiers of one offering in the text: those after them are larger or dearer. */
const mostTiers = 3

/** Most tiers that are named where several do not fit. */
const mostTiersNamed = 6

/** What fits as a table, what does not with its reasons. */
export function compareText(scenario: Scenario, compared: ComparedScenario, columns: number): string {
  const { offerings: rows, targetUtilisation } = compared
  const width = textWidth(columns)
  const all = rows.filter((row) => row.fits)
  const fitting = all.filter((row, index) => all.slice(0, index).filter(isTierOfSame(row)).length < mostTiers)
  const others = grouped(rows.filter((row) => !row.fits))
  const offered = `${scenario.name}: the smallest size of each offering with every limit at or below ${formatPercent(targetUtilisation)}.`
  return [
    wrapText(offered, width),
    '\n',
    fitting.length === 0 ? 'No offering takes this workload.\n' : fittingTable(fitting),
    moreText(fitting.length, width),
    all.length === fitting.length
      ? ''
      : wrapText(
          `Of each offering ${mostTiers} tiers are shown; ${all.length - fitting.length} more fit: --json and --csv have all.`,
          width,
        ),
    fitting.some((row) => row.cost !== null)
      ? wrapText('Cost is that of the units alone, without charges for traffic and storage.', width)
      : '',
    others.length === 0
      ? ''
      : `\nDoes not fit\n${others
          .slice(0, mostRows)
          .map((group) => otherText(group, width))
          .join('')}`,
    moreText(others.length, width),
  ].join('')
}

function isTierOfSame({ offering }: ComparedRow): (other: ComparedRow) => boolean {
  return (other) => other.offering === offering
}

function fittingTable(rows: readonly ComparedRow[]): string {
  const heading = ['offering', 'size', 'in, wire', 'out, wire', 'could grow', 'fullest', '', 'cost/h', 'limits as of']
  const lines = rows
    .slice(0, mostRows)
    .map((row) => [
      nameOf(row),
      `${row.size ?? ''} ${row.unitName}`,
      row.achievable === null ? '' : formatByteRate(row.achievable.ingressWireBytesPerSec.likely),
      row.achievable === null ? '' : formatByteRate(row.achievable.egressWireBytesPerSec.likely),
      row.headroom === null ? '' : `x ${groupDigits(row.headroom, 2)}`,
      row.fullest?.dimension ?? '',
      row.fullest === null ? '' : formatPercent(row.fullest.utilisation),
      costText(row),
      row.limitsAsOf,
    ])
  return alignColumns([heading, ...lines], [2, 3, 4, 6, 7])
}

/** Tiers of one offering that do not fit: one entry, with why the last of them does not. */
function grouped(rows: readonly ComparedRow[]): ComparedRow[][] {
  const groups: ComparedRow[][] = []
  for (const row of rows) {
    const own = groups.find(([first]) => first?.offering === row.offering && first.limitsAsOf === row.limitsAsOf)
    if (own === undefined) groups.push([row])
    else own.push(row)
  }
  return groups
}

function otherText(rows: readonly ComparedRow[], width: number): string {
  const last = rows.at(-1)
  if (last === undefined) return ''
  const reasons = last.reasons.join(' ')
  const isAlike = rows.every((row) => row.reasons.join(' ') === reasons)
  const tiers = rows.flatMap(({ tier }) => tier ?? [])
  const named = tiers.length > mostTiersNamed ? `${tiers.slice(0, mostTiersNamed).join(', ')}, …` : tiers.join(', ')
  const which = rows.length === 1 ? nameOf(last) : `${last.offering}, ${rows.length} tiers (${named})`
  const whose = isAlike ? '' : `${last.tier ?? last.offering}: `
  const text = `${which}, limits as of ${last.limitsAsOf}: ${whose}${reasons}`
  return wrapText(text, width, '    ').replace('    ', '  - ')
}

function moreText(count: number, width: number): string {
  return count <= mostRows ? '' : wrapText(`And ${count - mostRows} more; --json and --csv have all.`, width)
}

function nameOf({ offering, tier, calibration }: ComparedRow): string {
  const name = tier === null ? offering : `${offering}/${tier}`
  return calibration === null ? name : `${name} (calibrated: ${calibration})`
}

function costText({ cost }: ComparedRow): string {
  if (cost === null) return ''
  const amount = groupDigits(cost.perHour, 2)
  const dated = cost.source === null ? ' (given)' : ` (${cost.source.date})`
  return `${amount}${cost.currency === null ? '' : ` ${cost.currency}`}${dated}`
}

/** Rows of `--csv`; the first names the columns. */
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
