/** The column and direction by which a table is sorted; null for the original order. */
export type Sort<Key extends string> = { readonly key: Key; readonly isDescending: boolean } | null

interface SortableHeadsProps<Key extends string> {
  /** The table cannot be sorted by a column whose key is null. */
  readonly columns: readonly { readonly label: string; readonly key: Key | null; readonly isNumber?: boolean }[]
  readonly sort: Sort<Key>
  readonly onSort: (sort: Sort<Key>) => void
}

/** Headers that sort a table when clicked: ascending, then descending, then in the original order. */
export function SortableHeads<Key extends string>({ columns, sort, onSort }: SortableHeadsProps<Key>) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, key, isNumber }) => (
          <th
            key={label}
            scope="col"
            className={isNumber ? 'is-number' : undefined}
            aria-sort={key === null || sort?.key !== key ? undefined : sort.isDescending ? 'descending' : 'ascending'}
          >
            {key === null ? (
              label
            ) : (
              <button type="button" className="plain sort" onClick={() => onSort(nextSort(key, sort))}>
                {label}
                <span aria-hidden="true" className={sort?.key === key ? undefined : 'unsorted'}>
                  {`\u00a0${signOf(key, sort)}`}
                </span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The symbol of a header: its sort direction, or that it can be sorted. */
function signOf<Key extends string>(key: Key, sort: Sort<Key>): string {
  if (sort?.key !== key) return '↕'
  return sort.isDescending ? '↓' : '↑'
}

function nextSort<Key extends string>(key: Key, sort: Sort<Key>): Sort<Key> {
  if (sort?.key !== key) return { key, isDescending: false }
  return sort.isDescending ? null : { key, isDescending: true }
}
