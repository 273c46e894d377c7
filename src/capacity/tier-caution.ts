/**
 * Tiers that are not for production: as the vendor says, or because their processors sustain less than they have.
 */
import type { Offering } from '../contracts/offering.ts'
import { formatPercent } from '../units/ratio.ts'
import { shortSource } from './short-source.ts'

/** Says what to mind with a tier, with the source; null if there is nothing, or no tier. */
export function tierCaution(offering: Offering, tier: string | null): string | null {
  const said = offering.tiers?.find(({ id }) => id === tier)?.caution
  if (said !== undefined) return `${said.text} (${shortSource(said.source)})`
  if (offering.model !== 'broker-hardware') return null
  const { cpuCredits, hosts } = offering.hardware
  const host = hosts.find(({ id }) => id === tier)
  if (host?.sustainedCores === undefined || cpuCredits === undefined || host.sustainedCores >= host.cores) return null
  const sustained = formatPercent(host.sustainedCores / host.cores)
  return `burstable: sustains ${sustained} of its processors (${shortSource(cpuCredits.source)})`
}
