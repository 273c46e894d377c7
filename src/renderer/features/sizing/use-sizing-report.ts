import type { GrowthRule } from '../../../contracts/growth.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { DocumentFormat } from '../../../contracts/report-options.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { todayText } from '../../../units/calendar-day.ts'
import { shell } from '../../api.ts'
import { useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { useAsk } from '../../asking/use-answer.ts'
import { type CompareForm, costsOf, readCompareForm } from '../compare/compare-form.ts'
import { questionOf } from '../forecast/forecast-form.ts'
import type { ForecastState } from '../forecast/use-forecast-state.ts'

/** The PDF is last, so that the other files are written even if it cannot be printed. */
const formats: DocumentFormat[] = ['html', 'json', 'pdf']

/** The parts of the report that come from other views. */
interface ReportSources {
  readonly forecast: ForecastState
  readonly compareForm: CompareForm
  readonly prices: ModelList['prices']
  /** True if a growth is typed in the sizing view. */
  readonly hasGrowth: boolean
}

/** The report of the sizing view. */
export interface SizingReport {
  readonly isWriting: boolean
  /** The growth in the forecast view, for the part on when limits are full. Null if a field there needs another value. */
  readonly growth: readonly GrowthRule[] | null
  /** True if the report says when limits are full. */
  readonly hasForecast: boolean
  setHasForecast(hasForecast: boolean): void
  /** Asks for a folder and writes the report there. */
  write(): Promise<void>
}

/** The report of a scenario as it is when the report is written, with the prices of the compare view. */
export function useSizingReport(scenario: Scenario, sources: ReportSources): SizingReport {
  const { forecast, compareForm, prices, hasGrowth } = sources
  // Until the user chooses, a report says when limits are full if a growth was typed.
  const [chosen, setHasForecast] = useSessionState<boolean | null>('report-has-forecast', null)
  const hasForecast = chosen ?? hasGrowth
  const { terms } = forecast.reading
  const notify = useNotify()
  const askOrNotify = useAsk()
  const writing = useWriting()
  const write = async (): Promise<void> => {
    const directory = await shell.chooseFolder()
    if (directory === null) return
    await writing.write(async () => {
      const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
      const forecastPart = hasForecast && terms !== null ? { forecast: questionOf(terms) } : {}
      const costs = costsOf(compareForm, readCompareForm(compareForm, prices), todayText())
      const request = { scenario, formats, directory, options, costs, ...forecastPart }
      const written = await askOrNotify('sizing.report', request)
      if (written !== null) notify(writtenNotice(written.paths))
    })
  }
  return { isWriting: writing.isWriting, growth: terms?.rules ?? null, hasForecast, setHasForecast, write }
}
