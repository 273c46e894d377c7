import { ReportFields } from '../../components/report-fields.tsx'
import type { SizingReport } from './use-sizing-report.ts'

/** Writes what the view answers as a report, before any run. */
export function ReportButton({ report: { isWriting, write } }: { readonly report: SizingReport }) {
  return (
    <div className="report-export">
      <button type="button" disabled={isWriting} onClick={() => void write()}>
        {isWriting ? 'Writing…' : 'Export sizing report…'}
      </button>
      <ReportFields hasHosts={false} />
    </div>
  )
}
