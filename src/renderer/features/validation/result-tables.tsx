import type { Accounting, Diagnosis, Result } from '../../../contracts/result.ts'
import type { RunRecord } from '../../../contracts/run-record.ts'
import type { Overlay } from '../../../contracts/verdict.ts'
import { figureLabels } from '../../../presentation/labels.ts'
import { formatFigure } from '../../../presentation/report-facts.ts'
import { accountingSentences } from '../../../presentation/run/accounting-sentences.ts'
import { observedSentences } from '../../../presentation/run/observed-sentences.ts'
import { formatCount } from '../../../units/count.ts'
import { joinBounds } from '../../../units/number-text.ts'
import { formatSignedPercent } from '../../../units/ratio.ts'
import { NumberHead } from '../../components/number-head.tsx'

/** Measured beside predicted, figure by figure. */
export function ComparisonTable({ overlay }: { readonly overlay: Overlay }) {
  return (
    <section>
      <h2>Measured and predicted</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <NumberHead>Predicted</NumberHead>
            <NumberHead>Measured</NumberHead>
            <NumberHead>Difference</NumberHead>
          </tr>
        </thead>
        <tbody>
          {overlay.comparisons.map(({ figure, predicted, measured, relativeError }) => (
            <tr key={figure}>
              <th scope="row">{figureLabels[figure]}</th>
              <td className="is-number">
                {formatFigure(figure, predicted.likely)}
                <p className="quiet">
                  {joinBounds(formatFigure(figure, predicted.low), formatFigure(figure, predicted.high))}
                </p>
              </td>
              <td className="is-number">
                {formatFigure(figure, measured.mean)}
                <p className="quiet">
                  {joinBounds(formatFigure(figure, measured.low), formatFigure(figure, measured.high))}
                </p>
              </td>
              <td className="is-number">{relativeError === null ? '–' : formatSignedPercent(relativeError)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface AccountingRow {
  readonly id: string
  readonly label: string
  readonly records: number
}

/** What a group read; what did not go by the book is shown where there is any. */
function groupRows(group: Accounting['groups'][number], runId: string): readonly AccountingRow[] {
  const { groupId } = group
  // A run puts its own prefix before the names of the scenario.
  const name = groupId.split(`${runId}-`).at(-1) ?? groupId
  const exceptions: readonly AccountingRow[] = [
    { id: `${groupId}-duplicate`, label: '… more than once', records: group.duplicateRecords },
    { id: `${groupId}-lost`, label: '… lost', records: group.lostRecords },
    { id: `${groupId}-unread`, label: '… unread at the end', records: group.unreadRecords },
  ]
  return [
    { id: groupId, label: `Read by ${name}`, records: group.consumedRecords },
    ...exceptions.filter((row) => row.records > 0),
  ]
}

/** Where every record went. */
export function AccountingTable({
  accounting,
  runId,
  isSimulated,
}: {
  readonly accounting: Accounting
  readonly runId: string
  readonly isSimulated: boolean
}) {
  const { heading, sentences } = accountingSentences(accounting, isSimulated)
  const rows: readonly AccountingRow[] = [
    { id: 'offered', label: 'Offered', records: accounting.offeredRecords },
    { id: 'unsent', label: 'Unsent when the load ended', records: accounting.unsentRecords },
    { id: 'accepted', label: 'Accepted by the client', records: accounting.acceptedRecords },
    { id: 'acked', label: 'Acknowledged', records: accounting.ackedRecords },
    { id: 'rejected', label: 'Rejected', records: accounting.rejectedRecords },
    { id: 'unknown', label: 'Of unknown fate', records: accounting.unknownRecords },
    ...accounting.groups.flatMap((group) => groupRows(group, runId)),
  ]
  return (
    <section>
      <h2>{heading}</h2>
      {[...accounting.gaps, ...sentences].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <table>
        <tbody>
          {rows.map(({ id, label, records }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              <td className="is-number">{formatCount(records)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What held the rate, with the evidence. */
export function DiagnosisPanel({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  return (
    <section>
      <h2>What held the rate</h2>
      <p>{diagnosis.sentence}</p>
      <table>
        <tbody>
          {diagnosis.evidence.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="is-number">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What the run saw beside its records; nothing where it was not asked. */
export function BesidePanel({ result, overlay }: { readonly result: Result; readonly overlay: Overlay | null }) {
  const sentences = observedSentences(result, overlay)
  if (sentences.length === 0) return null
  return (
    <section>
      <h2>Beside the load</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  )
}

/** What could not be cleaned up, each with what to do; nothing where all is gone. */
export function Leftovers({ record }: { readonly record: Pick<RunRecord, 'cleanUp'> }) {
  const leftovers = record.cleanUp?.leftovers ?? []
  if (leftovers.length === 0) return null
  return (
    <section>
      <h2>Not deleted</h2>
      <ul className="lines">
        {leftovers.map((leftover) => (
          <li key={leftover}>{leftover}</li>
        ))}
      </ul>
    </section>
  )
}
