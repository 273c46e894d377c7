/**
 * Shows where each field of the scenario comes from.
 */
import type { FieldProvenance } from '../../contracts/provenance.ts'
import { formatPercent } from '../../units/ratio.ts'
import { paragraph, type Section, span, table, textCell } from '../document.ts'
import { spanText } from './sources-section.ts'

/** A sentence with the number of fields, and a table of them. Fields that are known in the same way share a row. */
export function provenanceSection({ provenance }: { readonly provenance: readonly FieldProvenance[] }): Section {
  const count = (how: FieldProvenance['how']) => provenance.filter((field) => field.how === how).length
  const rows = sharedRows(provenance).map(({ field, how, source, span: time, relativeError, reason }) => [
    textCell(span('code', field)),
    textCell(how),
    textCell(source ?? '–'),
    textCell(time === null ? '–' : spanText(time)),
    textCell(relativeError === null ? 'unknown' : `± ${formatPercent(relativeError)}`),
    textCell(reason ?? ''),
  ])
  const headings = ['Field', 'Known', 'Source', 'Time', 'Expected error', 'Why'].map(textCell)
  return {
    id: 'provenance',
    title: 'Where each field of the scenario comes from',
    marks: [],
    isDetail: true,
    blocks: [
      paragraph(
        `${count('measured')} fields are measured, ${count('derived')} derived and ${count('assumed')} assumed.`,
      ),
      table('Fields of the scenario; those of entries that are known alike share a row', headings, rows),
    ],
  }
}

/** A field of an entry of a list: the list, the index of the entry, and the field. */
const fieldOfEntry = /^([^[\]]+)\[(\d+)\]([^[\]]+)$/

/** One row for fields that differ in nothing but their entry, such as `workload.topics[0–4].partitions`. */
function sharedRows(provenance: readonly FieldProvenance[]): readonly FieldProvenance[] {
  const rows = new Map<string, { readonly first: FieldProvenance; readonly indexes: number[] }>()
  for (const each of provenance) {
    const [, list, index, name] = fieldOfEntry.exec(each.field) ?? []
    const key = JSON.stringify({ ...each, field: list === undefined ? each.field : [list, name] })
    const row = rows.get(key) ?? { first: each, indexes: [] }
    rows.set(key, row)
    if (index !== undefined) row.indexes.push(Number(index))
  }
  return [...rows.values()].map(({ first, indexes }) => {
    return { ...first, field: first.field.replace(fieldOfEntry, `$1[${rangesText(indexes)}]$3`) }
  })
}

/** A row names at most this many ranges of entries. */
const maxRanges = 10

/** "0–4, 7" for 0, 1, 2, 3, 4 and 7. */
function rangesText(ascending: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const index of ascending) {
    const last = ranges.at(-1)
    if (last !== undefined && index === last.to + 1) last.to = index
    else ranges.push({ from: index, to: index })
  }
  const texts = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
  return [...texts.slice(0, maxRanges), ...(texts.length > maxRanges ? ['…'] : [])].join(', ')
}
