/** One option of a `select` element. A null `value` means that the field is left out of the scenario. */
export interface Option {
  readonly value: string | null
  readonly label: string
  /** Heading of the option's group. Options of one group are consecutive. */
  readonly group?: string
}

/** The value of the `option` element that stands for a null `value`. */
export const leftOut = ''

/** The children of a `select` element: its options, under the headings of their groups if they have any. */
export function OptionList({ options }: { readonly options: readonly Option[] }) {
  return groupsOf(options).map(([group, grouped]) =>
    group === undefined ? (
      grouped.map(entryOf)
    ) : (
      <optgroup key={group} label={group}>
        {grouped.map(entryOf)}
      </optgroup>
    ),
  )
}

function entryOf({ value, label }: Option) {
  return (
    <option key={value ?? leftOut} value={value ?? leftOut}>
      {label}
    </option>
  )
}

function groupsOf(options: readonly Option[]): [string | undefined, Option[]][] {
  const groups: [string | undefined, Option[]][] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last !== undefined && last[0] === option.group) last[1].push(option)
    else groups.push([option.group, [option]])
  }
  return groups
}
