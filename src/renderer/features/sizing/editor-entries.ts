/**
 * What the fields of entries (topics, producers, consumer groups) contain after an entry was added or removed. Pure.
 */
/** The rates in bytes of an entry, for a copy of that entry at place `to`. */
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

/** The next unused name: "orders" becomes "orders-2", "orders-2" becomes "orders-3". */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/-\d+$/, '')
  let number = 2
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}

/** Values by place after an entry was removed: its own are dropped, and those of later entries move up by one. */
export function withoutEntry<T>(byPlace: Readonly<Record<string, T>>, list: string, gone: number): Record<string, T> {
  const prefix = new RegExp(`^workload\\.${list}\\[(\\d+)\\]`)
  const kept = Object.entries(byPlace).flatMap(([place, value]): [string, T][] => {
    const index = Number(prefix.exec(place)?.[1] ?? -1)
    if (index === gone) return []
    return [[index > gone ? place.replace(prefix, `workload.${list}[${index - 1}]`) : place, value]]
  })
  return Object.fromEntries(kept)
}
