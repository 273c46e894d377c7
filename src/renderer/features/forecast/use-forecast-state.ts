/**
 * The state of the forecast view: its form, and its report. It is kept while another view is open.
 */
import { useMemo } from 'react'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { DocumentFormat } from '../../../contracts/report-options.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { formatDay, localDay } from '../../../units/calendar-day.ts'
import { shell } from '../../api.ts'
import { useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { useAnswer, useAsk } from '../../asking/use-answer.ts'
import { type CompareForm, costsOf, readCompareForm } from '../compare/compare-form.ts'
import { keptGrowth } from '../sizing/use-growth.ts'
import {
  type ForecastForm,
  type ForecastFormReading,
  firstForecastForm,
  formWithGrowth,
  formWithObservation,
  questionOf,
  readForm,
} from './forecast-form.ts'

/** The PDF is last, so that the other files are written even if it cannot be printed. */
const formats: DocumentFormat[] = ['html', 'md', 'json', 'pdf']

/** The state of the forecast view, and actions on it. */
export interface ForecastState {
  readonly form: ForecastForm
  changeForm(changed: Partial<ForecastForm>): void
  /** Takes growth from an observation, or from what is typed (empty). */
  chooseObservation(observationId: string): void
  readonly reading: ForecastFormReading
  /** The prices and choices of the compare view, for the costs of a month. */
  readonly costs: ReturnType<typeof costsOf>
  /** True while the report is written. */
  readonly isWriting: boolean
  /** Asks for a folder and writes the report there. */
  exportReport(): Promise<void>
}

/** What costs are computed with: the settings of the compare view. */
interface PriceSources {
  readonly compareForm: CompareForm
  readonly prices: ModelList['prices']
}

/** The state of the forecast view. In a new window its growth is the one that the sizing view has kept. */
export function useForecastState(scenario: Scenario, { compareForm, prices }: PriceSources): ForecastState {
  const first = useMemo(() => ({ ...firstForecastForm, ...formWithGrowth(keptGrowth()) }), [])
  const [form, setForm] = useSessionState<ForecastForm>('forecast-form', first)
  const { observationId } = form
  const observation = useAnswer('observations.show', observationId === '' ? null : { observationId })
  const today = localDay(new Date())
  const reading = useMemo(() => readForm(form, scenario, { observation, today }), [form, scenario, observation, today])
  const costs = useMemo(
    () => costsOf(compareForm, readCompareForm(compareForm, prices), formatDay(today)),
    [compareForm, prices, today],
  )
  const notify = useNotify()
  const askOrNotify = useAsk()
  const writing = useWriting()
  const exportReport = async (): Promise<void> => {
    const { terms } = reading
    const directory = terms === null ? null : await shell.chooseFolder()
    if (terms === null || directory === null) return
    await writing.write(async () => {
      const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
      const question = { scenario, ...questionOf(terms) }
      const written = await askOrNotify('forecast.report', { ...question, costs, formats, directory, options })
      if (written !== null) notify(writtenNotice(written.paths))
    })
  }
  return {
    form,
    changeForm: (changed) => setForm((before) => ({ ...before, ...changed })),
    chooseObservation: (chosen) => setForm((before) => ({ ...before, ...formWithObservation(before, chosen) })),
    reading,
    costs,
    isWriting: writing.isWriting,
    exportReport,
  }
}
