import { limitSetAt } from '../../../src/capacity/limit-set.ts'
import type { Host } from '../../../src/contracts/hardware.ts'
import type { Limit, LimitSet, Offering } from '../../../src/contracts/offering.ts'

/** What is not published does not limit. */
const unlimited = Number.POSITIVE_INFINITY

/** True if a tier has at least as much of everything as another, by the numbers in the model. */
export function hasNoLess(offering: Offering, tier: string, other: string): boolean {
  const [set, otherSet] = [limitSetAt(offering, { tier }), limitSetAt(offering, { tier: other })]
  if (set === null || otherSet === null || !areLimitsNoLess(set, otherSet)) return false
  if (offering.model === 'service-limits') return true
  if (offering.model === 'measured-table') {
    const [one, two] = [tier, other].map((id) => offering.table.tiers.find((each) => each.id === id))
    return one !== undefined && two !== undefined && one.nodes >= two.nodes && one.coresPerNode >= two.coresPerNode
  }
  const [host, otherHost] = [tier, other].map((id) => offering.hardware.hosts.find((each) => each.id === id))
  return host !== undefined && otherHost !== undefined && isHostNoLess(host, otherHost)
}

function areLimitsNoLess(set: LimitSet, other: LimitSet): boolean {
  if (set.brokersPerUnit !== other.brokersPerUnit) return false
  return set.limits.every((limit) => {
    const same = other.limits.find(({ dimension }) => dimension === limit.dimension)
    return same !== undefined && isLimitNoLess(limit, same)
  })
}

function isLimitNoLess(limit: Limit, other: Limit): boolean {
  const most = ({ perUnit, max = unlimited }: Limit) => [perUnit ?? unlimited, max] as const
  const [[perUnit, max], [otherPerUnit, otherMax]] = [most(limit), most(other)]
  const weights = JSON.stringify([limit.counts, limit.weights]) === JSON.stringify([other.counts, other.weights])
  return weights && perUnit >= otherPerUnit && max >= otherMax
}

function isHostNoLess(host: Host, other: Host): boolean {
  return (
    (host.sustainedCores ?? host.cores) >= (other.sustainedCores ?? other.cores) &&
    areRatesNoLess(host.network, other.network) &&
    areRatesNoLess(host.volumeBandwidth, other.volumeBandwidth) &&
    JSON.stringify(host.localDisks) === JSON.stringify(other.localDisks)
  )
}

function areRatesNoLess(rate: Host['network'], other: Host['network']): boolean {
  if (rate === undefined || other === undefined) return rate === other
  const burst = ({ sustainedBytesPerSec, burstBytesPerSec }: NonNullable<Host['network']>) =>
    burstBytesPerSec ?? sustainedBytesPerSec
  return rate.sustainedBytesPerSec >= other.sustainedBytesPerSec && burst(rate) >= burst(other)
}
