import { useState } from 'react'
import type { DocumentFormat } from '../../../contracts/report-options.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { shell, workbench } from '../../api.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { ReportFields } from '../../components/report-fields.tsx'

/** The PDF last: where it cannot be printed, the others are there. */
const formats: DocumentFormat[] = ['html', 'json', 'pdf']

/** Writes what the view answers as a report, before any run. */
export function ReportButton({ scenario }: { readonly scenario: Scenario }) {
  const notify = useNotify()
  const [isWriting, setIsWriting] = useState(false)
  const write = async (): Promise<void> => {
    const directory = await shell.chooseFolder()
    if (directory === null) return
    setIsWriting(true)
    const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
    const outcome = await workbench.call('sizing.report', { scenario, formats, directory, options })
    setIsWriting(false)
    notify(outcome.ok ? writtenNotice(outcome.value.paths) : errorNotice(outcome.error))
  }
  return (
    <div className="report-export">
      <button type="button" disabled={isWriting} onClick={() => void write()}>
        {isWriting ? 'Writing…' : 'Export sizing report…'}
      </button>
      <ReportFields hasHosts={false} />
    </div>
  )
}
