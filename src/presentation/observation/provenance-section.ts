/**
 * Shows where each field of the scenario comes from.
 */
import type { FieldProvenance } from '../../contracts/provenance.ts'
import { formatPercent } from '../../units/ratio.ts'
import { paragraph, type Section, span, table, textCell } from '../document.ts'
import { spanText } from './sources-section.ts'

/** A sentence that counts the fields, and a table with one row per field. */
export function provenanceSection({ provenance }: { readonly provenance: readonly FieldProvenance[] }): Section {
  const count = (how: FieldProvenance['how']) => provenance.filter((field) => field.how === how).length
  const rows = provenance.map(({ field, how, source, span: time, relativeError, reason }) => [
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
      table('Fields of the scenario', headings, rows),
    ],
  }
}
