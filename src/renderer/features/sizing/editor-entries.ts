/**
 * Names and field states of entries (topics, producers, consumer groups) after an entry was copied or removed. Pure.
 */

/** The rates that were typed in bytes in the entry at place `from`, by their places in its copy at place `to`. */
export function ratesOfCopy(
  byteRates: Readonly<Record<string, number>>,
  from: string,
  to: string,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(byteRates).flatMap(([place, rate]): [string, number][] =>
      place.startsWith(`${from}.`) ? [[to + place.slice(from.length), rate]] : [],
    ),
  )
}

/** The first unused name with a number, from 2 on: "orders" becomes "orders-2", and a copy of that "orders-3". */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/-\d+$/, '')
  let number = 2
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}

/** Values by place after an entry was removed: its own are dropped, and those of later entries move up by one. */
export function withoutEntry<T>(
  byPlace: Readonly<Record<string, T>>,
  list: string,
  removedIndex: number,
): Record<string, T> {
  const prefix = new RegExp(`^workload\\.${list}\\[(\\d+)\\]`)
  const kept = Object.entries(byPlace).flatMap(([place, value]): [string, T][] => {
    const index = Number(prefix.exec(place)?.[1] ?? -1)
    if (index === removedIndex) return []
    return [[index > removedIndex ? place.replace(prefix, `workload.${list}[${index - 1}]`) : place, value]]
  })
  return Object.fromEntries(kept)
}
