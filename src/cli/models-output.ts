/**
 * Offerings as text: one line each, or every limit of one, grouped by tier and date.
 */
import type { BrokenFile } from '../contracts/broken-file.ts'
import type { Limit, LimitSet, Offering } from '../contracts/offering.ts'
import type { Source } from '../contracts/source.ts'
import { hostFacts } from '../presentation/host-facts.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatBytes } from '../units/bytes.ts'
import { limitAmountText } from '../units/limit-text.ts'
import { groupDigits } from '../units/number-text.ts'
import { errorText } from './print-error.ts'

/** One line an offering; after them the files of the workspace that are none, with all that is wrong with each. */
export function modelsListText(offerings: readonly Offering[], broken: readonly BrokenFile[]): string {
  const rows = offerings.map(({ id, name, tiers, limitSets }) => [
    id,
    name,
    tiers === undefined ? '' : String(tiers.length),
    datesOf(limitSets).join(', '),
  ])
  const table = alignColumns([['id', 'name', 'tiers', 'limits as of'], ...rows], [2])
  if (broken.length === 0) return table
  return `${table}\nBroken, and left out\n${broken.map(({ error }) => errorText(error)).join('')}`
}

/** Dates of limit sets, each once, oldest first. */
export function datesOf(limitSets: readonly LimitSet[]): string[] {
  return [...new Set(limitSets.map((set) => set.asOf))].sort()
}

/** Every limit of an offering with its source. */
export function modelText(offering: Offering, columns: number): string {
  const width = textWidth(columns)
  const notes = offering.notes === undefined ? '' : `\n${wrapText(offering.notes, width)}`
  const tiers = offering.tiers ?? []
  const shared = offering.limitSets.filter((set) => set.tier === undefined)
  const sections = tiers.map((tier) => {
    const own = offering.limitSets.filter((set) => set.tier === tier.id)
    const heading = tier.name === tier.id ? `Tier ${tier.id}` : `Tier ${tier.id} (${tier.name})`
    return own.length === 0 ? '' : `\n${heading}\n${setsText(own, offering, '  ')}`
  })
  const forAll =
    shared.length === 0 ? '' : `\n${tiers.length === 0 ? '' : 'Every tier\n'}${setsText(shared, offering, '')}`
  return `${offering.name} (${offering.id}), sold by ${offering.vendor}.\n${notes}${forAll}${sections.join('')}${hostsText(offering)}`
}

/** The host of each tier, a line each; which source has which stands in the model's file. */
function hostsText(offering: Offering): string {
  if (offering.model !== 'broker-hardware') return ''
  const shown = new Set(offering.tiers?.map(({ id }) => id))
  const hosts = offering.hardware.hosts.filter(({ id }) => shown.size === 0 || shown.has(id))
  if (hosts.length === 0) return ''
  const amounts = hosts.map((host) => new Map(hostFacts(host)))
  const parts = [...new Set(amounts.flatMap((ofHost) => [...ofHost.keys()]))]
  const rows = hosts.map(({ id }, index) => [id, ...parts.map((part) => amounts[index]?.get(part) ?? '')])
  const sources = [...new Set(hosts.map(({ source }) => sourceText(source)))]
  return `\nHosts, each with one broker\n${alignColumns([['tier', ...parts], ...rows])}${sources.map((each) => `${each}\n`).join('')}`
}

function setsText(sets: readonly LimitSet[], offering: Offering, indent: string): string {
  return sets.map((set) => setText(set, offering, indent)).join('\n')
}

function setText(set: LimitSet, offering: Offering, indent: string): string {
  const { unitName } = offering
  const rows = [...set.limits.map((limit) => limitRow(limit, unitName.singular)), ...otherRows(set, unitName.singular)]
  const table = alignColumns(rows.map((row) => [`${indent}  ${row[0] ?? ''}`, ...row.slice(1)]))
  return `${indent}As of ${set.asOf}, ${sizesText(set, unitName)}\n${table}`
}

function sizesText({ sizes }: LimitSet, unitName: Offering['unitName']): string {
  const named = (count: number) => `${groupDigits(count, 0)} ${count === 1 ? unitName.singular : unitName.plural}`
  const plain = sizes.min === sizes.max ? named(sizes.min) : `${groupDigits(sizes.min, 0)} to ${named(sizes.max)}`
  const range = sizes.multipleOf === undefined ? plain : `${plain}, in multiples of ${sizes.multipleOf}`
  return sizes.minMultiZone === undefined ? range : `${range}, over several zones from ${sizes.minMultiZone}`
}

function limitRow(limit: Limit, unitName: string): string[] {
  const { dimension, kind, source } = limit
  return [dimension, limitAmountText(limit, unitName), kind, sourceText(source)]
}

/** What a limit set says beside its limits. */
function otherRows({ features, price, burst }: LimitSet, unitName: string): string[][] {
  const rows: string[][] = []
  if (features !== undefined) {
    const { idempotentProducer, mostRecordBytes, replicationFactor, source } = features
    const taken = [
      idempotentProducer === false ? 'no idempotent producers' : '',
      mostRecordBytes === undefined ? '' : `records up to ${formatBytes(mostRecordBytes)}`,
      replicationFactor === undefined ? '' : `replication factor ${replicationFactor}`,
    ]
    rows.push(['takes', taken.filter((part) => part !== '').join(', '), 'fixed', sourceText(source)])
  }
  if (burst !== undefined) {
    const range = `${burst.low} to ${burst.high} times ingress and egress, likely ${burst.likely}`
    rows.push(['burst', range, '', sourceText(burst.source)])
  }
  if (price !== undefined) {
    rows.push(['price', `${price.perUnitPerHour} ${price.currency}/h per ${unitName}`, '', sourceText(price.source)])
  }
  return rows
}

function sourceText({ title, date, grade }: Source): string {
  return `${title}, ${date} (${grade})`
}
