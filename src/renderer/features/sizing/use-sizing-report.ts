import type { DocumentFormat } from '../../../contracts/report-options.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { shell } from '../../api.ts'
import { useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { useAsk } from '../../asking/use-answer.ts'

/** The PDF last: where it cannot be printed, the others are there. */
const formats: DocumentFormat[] = ['html', 'json', 'pdf']

/** The report of what the sizing view answers. */
export interface SizingReport {
  readonly isWriting: boolean
  /** Asks for a folder and writes it. */
  write(): Promise<void>
}

/** The report of a scenario as it is when it is asked for. */
export function useSizingReport(scenario: Scenario): SizingReport {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const writing = useWriting()
  const write = async (): Promise<void> => {
    const directory = await shell.chooseFolder()
    if (directory === null) return
    await writing.write(async () => {
      const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
      const written = await askOrNotify('sizing.report', { scenario, formats, directory, options })
      if (written !== null) notify(writtenNotice(written.paths))
    })
  }
  return { isWriting: writing.isWriting, write }
}
