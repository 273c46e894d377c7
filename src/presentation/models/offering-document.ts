/**
 * Describes an offering: its limits by tier and date, and the hosts of its brokers.
 */
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { formatCount } from '../../units/count.ts'
import {
  type Block,
  blocks,
  type Document,
  type Fact,
  facts,
  list,
  type Section,
  table,
  textCell,
} from '../document.ts'
import { limitCitation } from '../source-text.ts'
import { hostFacts } from './host-facts.ts'
import { limitSetTable } from './limit-set-table.ts'
import { ownFileText } from './own-file.ts'

/**
 * The description of an offering.
 * @param today date of the report, for the age of sources: `2026-11-23`
 */
export function offeringDocument(offering: Offering, today: string): Document {
  const { id, name, vendor, notes, limitSets, tiers = [] } = offering
  const file = ownFileText(offering)
  const known: Fact[] = [...(file === '' ? [] : [['File', file] as const]), ...zoneFacts(offering, today)]
  const shared = limitSets.filter(({ tier }) => tier === undefined)
  const ofTiers = tiers.map((tier) => {
    const title = tier.name === tier.id ? `Tier ${tier.id}` : `Tier ${tier.id} (${tier.name})`
    return { id: `tier-${tier.id}`, title, sets: limitSets.filter((set) => set.tier === tier.id) }
  })
  const groups = [{ id: 'limits', title: tiers.length === 0 ? 'Limits' : 'Every tier', sets: shared }, ...ofTiers]
  return {
    subject: 'Headroom offering',
    title: name,
    answer: { tone: 'predicted', label: null, sentence: `${name} (${id}), sold by ${vendor}.`, marks: [] },
    introduction: blocks(known.length > 0 && facts(known), notes !== undefined && { kind: 'notes', text: notes }),
    sections: [
      ...groups.filter(({ sets }) => sets.length > 0).map((group) => limitsSection(group, offering, today)),
      ...hostSections(offering, today),
    ],
    closing: 'Made by Headroom.',
  }
}

function zoneFacts({ leastZones }: Offering, today: string): Fact[] {
  if (leastZones === undefined) return []
  const { zones, source } = leastZones
  return [['Zones of brokers', [`always ${formatCount(zones)} or more: `, limitCitation(source, today)]]]
}

interface LimitGroup {
  readonly id: string
  readonly title: string
  readonly sets: readonly LimitSet[]
}

function limitsSection({ id, title, sets }: LimitGroup, { unitName }: Offering, today: string): Section {
  return { id, title, marks: [], blocks: sets.map((set) => limitSetTable(set, unitName, today)) }
}

/** A table of the tiers' hosts, one per row, and the list of their sources. */
function hostSections(offering: Offering, today: string): Section[] {
  if (offering.model !== 'broker-hardware') return []
  const shown = new Set(offering.tiers?.map(({ id }) => id))
  const hosts = offering.hardware.hosts.filter(({ id }) => shown.size === 0 || shown.has(id))
  if (hosts.length === 0) return []
  const described = hosts.map((host) => ({ id: host.id, amounts: new Map(hostFacts(host)) }))
  const parts = [...new Set(described.flatMap(({ amounts }) => [...amounts.keys()]))]
  const sources = new Map(hosts.map(({ source }) => [`${source.title} ${source.date}`, source]))
  const content: Block[] = [
    table(
      'Hosts, each with one broker',
      [textCell('Tier'), ...parts.map(textCell)],
      described.map(({ id, amounts }) => [textCell(id), ...parts.map((part) => textCell(amounts.get(part) ?? ''))]),
    ),
    list([...sources.values()].map((source) => limitCitation(source, today))),
  ]
  return [{ id: 'hosts', title: 'Hosts', marks: [], blocks: content }]
}
