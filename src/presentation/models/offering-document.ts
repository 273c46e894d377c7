/**
 * An offering: its limits by tier and date, and the hosts of its brokers.
 */
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { type Block, blocks, type Document, list, type Section, table, textCell } from '../document.ts'
import { citation } from '../source-text.ts'
import { hostFacts } from './host-facts.ts'
import { limitSetTable } from './limit-set-table.ts'

/** The offering as an answer. */
export function offeringDocument(offering: Offering): Document {
  const { id, name, vendor, notes, limitSets, tiers = [] } = offering
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
    opening: blocks(notes !== undefined && { kind: 'notes', text: notes }),
    sections: [
      ...groups.filter(({ sets }) => sets.length > 0).map((group) => limitsSection(group, offering)),
      ...hostSections(offering),
    ],
    closing: 'Made by Headroom.',
  }
}

interface LimitGroup {
  readonly id: string
  readonly title: string
  readonly sets: readonly LimitSet[]
}

function limitsSection({ id, title, sets }: LimitGroup, { unitName }: Offering): Section {
  return { id, title, marks: [], blocks: sets.map((set) => limitSetTable(set, unitName)) }
}

/** The host of each tier that is shown, a row each, with the sources of all. */
function hostSections(offering: Offering): Section[] {
  if (offering.model !== 'broker-hardware') return []
  const shown = new Set(offering.tiers?.map(({ id }) => id))
  const hosts = offering.hardware.hosts.filter(({ id }) => shown.size === 0 || shown.has(id))
  if (hosts.length === 0) return []
  const facts = hosts.map((host) => ({ id: host.id, amounts: new Map(hostFacts(host)) }))
  const parts = [...new Set(facts.flatMap(({ amounts }) => [...amounts.keys()]))]
  const sources = new Map(hosts.map(({ source }) => [`${source.title} ${source.date}`, source]))
  const content: Block[] = [
    table(
      'Hosts, each with one broker',
      [textCell('Tier'), ...parts.map(textCell)],
      facts.map(({ id, amounts }) => [textCell(id), ...parts.map((part) => textCell(amounts.get(part) ?? ''))]),
    ),
    list([...sources.values()].map(citation)),
  ]
  return [{ id: 'hosts', title: 'Hosts', marks: [], blocks: content }]
}
