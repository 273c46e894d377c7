import { growthText } from '../../../presentation/forecast/growth-text.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { ReportFields } from '../../components/report-fields.tsx'
import type { SizingReport } from './use-sizing-report.ts'

interface ReportButtonProps {
  readonly report: SizingReport
  /** Opens the dialog with the files that set up the recommended answer. */
  readonly onUse: () => void
}

/** The buttons that export the answer of the sizing view: as files that set it up, and as a report. Neither needs a run. */
export function ReportButton({ report, onUse }: ReportButtonProps) {
  const { isWriting, growth, hasForecast, setHasForecast, write } = report
  return (
    <div className="report-export">
      <button type="button" onClick={onUse}>
        Use this answer…
      </button>
      <ButtonWithReason
        disabledBecause={isWriting ? 'The report is being written.' : null}
        reasonAs="tooltip"
        onClick={() => void write()}
      >
        {isWriting ? 'Writing…' : 'Export sizing report…'}
      </ButtonWithReason>
      <ReportFields hasHosts={false}>
        <label className="check is-wide">
          <input
            type="checkbox"
            checked={hasForecast && growth !== null}
            disabled={growth === null}
            onChange={(event) => setHasForecast(event.target.checked)}
          />
          {growth === null
            ? 'Say when limits are full (the growth in Forecast needs another value)'
            : `Say when limits are full, at the growth in Forecast: ${growth.map(growthText).join('; ')}`}
        </label>
        <p className="quiet is-wide">The monthly bill is at the prices and the region of Compare.</p>
      </ReportFields>
    </div>
  )
}
