import type { Offering } from '../../contracts/offering.ts'
import type { Option } from './option-list.tsx'

/** If there are more tiers than this, they are grouped by family. */
const maxUngrouped = 12

/** The options for tiers, grouped by family if there are many. If no tier or an unknown one is chosen, an option says so. */
export function tierOptions(tiers: NonNullable<Offering['tiers']>, chosen: string | undefined): Option[] {
  const isGrouped = tiers.length > maxUngrouped
  const options = tiers.map(({ id, name }): Option => {
    const family = isGrouped ? familyOf(id) : null
    return { value: id, label: name, ...(family === null ? {} : { group: family }) }
  })
  if (chosen === undefined) return [{ value: null, label: 'choose one' }, ...options]
  return tiers.some((tier) => tier.id === chosen)
    ? options
    : [...options, { value: chosen, label: `${chosen} (unknown)` }]
}

/** The family of an instance type such as m5.large, n2-standard-4 or Standard_D4s_v5; null for other names. */
function familyOf(id: string): string | null {
  const named = /^(.+)\.[^.]+$/.exec(id) ?? /^(.+)-\d+$/.exec(id)
  if (named !== null) return named[1] ?? null
  const azure = /^(Standard_[A-Z]+)\d+(.*)$/.exec(id)
  return azure === null ? null : `${azure[1]}${azure[2]}`
}
