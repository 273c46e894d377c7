/**
 * The state of the benchmarks view: lists, forms and the shown campaign. It is kept while another view is open.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Campaign } from '../../../contracts/campaign.ts'
import type { CampaignListEntry, CampaignRequest } from '../../../contracts/campaign-record.ts'
import { shell, workbench } from '../../api.ts'
import { errorNotice, type Notify, useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { type AskOrNotify, ask, useAnswer, useAsk } from '../../asking/use-answer.ts'
import { emptyRequestForm, type RequestForm, withoutPassword } from '../validation/request-form.ts'
import { type BenchmarkForm, emptyBenchmarkForm } from './benchmark-form.ts'
import {
  type CampaignEvent,
  type CampaignView,
  followCampaign,
  openedCampaign,
  rejoinedCampaign,
  startedCampaign,
} from './campaign-view.ts'

/** The state of the benchmarks view, and actions on it. */
export interface BenchmarksState {
  /** The published benchmarks; empty until they are loaded. */
  readonly benchmarks: readonly Campaign[]
  readonly form: BenchmarkForm
  changeForm(change: Partial<BenchmarkForm>): void
  /** The form for the target of the runs. */
  readonly targetForm: RequestForm
  changeTargetForm(change: Partial<RequestForm>): void
  /** All campaigns of the workspace, newest first. */
  readonly campaigns: readonly CampaignListEntry[]
  readonly shown: CampaignView | null
  start(request: CampaignRequest): Promise<void>
  abort(): Promise<void>
  open(campaignId: string): Promise<void>
  resume(campaignId: string): Promise<void>
  /** Closes the shown campaign, unless it is live. */
  close(): void
  /** True while the report of the shown campaign is written. */
  readonly isExporting: boolean
  exportReport(): Promise<void>
}

const followedEvents = [
  'campaign.step',
  'campaign.warm-up',
  'campaign.cool-down',
  'campaign.step-not-run',
  'campaign.step-ended',
  'campaign.ended',
  'validation.progress',
  'validation.point',
] as const

/** The state of the benchmarks view. It follows the live campaign by its events. */
export function useBenchmarks(): BenchmarksState {
  const notify = useNotify()
  const [form, setForm] = useSessionState('benchmark-form', emptyBenchmarkForm)
  const [targetForm, setTargetForm] = useSessionState('benchmark-target', emptyRequestForm, withoutPassword)
  const askOrNotify = useAsk()
  const [view, setShown] = useState<CampaignView | null>(null)
  const shown = useResults(view)
  const benchmarks = useAnswer('benchmarks.list', {}) ?? noBenchmarks
  const campaigns = useAnswer('campaigns.list', {}) ?? noCampaigns
  useCampaignEvents(setShown)
  const changeForm = useCallback(
    (change: Partial<BenchmarkForm>) => setForm((before) => ({ ...before, ...change })),
    [setForm],
  )
  const changeTargetForm = useCallback(
    (change: Partial<RequestForm>) => setTargetForm((before) => ({ ...before, ...change })),
    [setTargetForm],
  )
  const close = useCallback(() => setShown((before) => (before?.isLive ? before : null)), [])
  const writing = useWriting()
  const exportReport = () => exportCampaign(shown, { askOrNotify, notify, write: writing.write })
  const actions = campaignActions(shown, setShown, { askOrNotify, notify })
  return {
    ...{ benchmarks, form, changeForm, targetForm, changeTargetForm, campaigns, shown, close, exportReport },
    ...{ isExporting: writing.isWriting, ...actions },
  }
}

type SetShown = (change: (before: CampaignView | null) => CampaignView | null) => void

const noBenchmarks: readonly Campaign[] = []
const noCampaigns: readonly CampaignListEntry[] = []

/** The campaign with its results. While it is live, they are loaded again after each run. */
function useResults(view: CampaignView | null): CampaignView | null {
  const live = useAnswer('campaigns.show', view?.isLive ? { campaignId: view.campaignId } : null)
  return useMemo(() => (view === null ? null : { ...view, results: live ?? view.results }), [view, live])
}

/** How an action calls the workbench and shows notices. */
interface ActionContext {
  readonly askOrNotify: AskOrNotify
  readonly notify: Notify
}

function campaignActions(shown: CampaignView | null, setShown: SetShown, { askOrNotify, notify }: ActionContext) {
  return {
    async start(request: CampaignRequest): Promise<void> {
      const started = await askOrNotify('campaign.start', request)
      if (started !== null) setShown(() => startedCampaign(started.campaignId))
    },
    async abort(): Promise<void> {
      if (shown === null || !shown.isLive || shown.isAborting) return
      setShown((before) => (before === null ? null : { ...before, isAborting: true }))
      const outcome = await ask('campaign.abort', { campaignId: shown.campaignId })
      if (outcome.ok) return
      notify(errorNotice(outcome.error))
      // The campaign continues, and the user can try to stop it again.
      setShown((before) => (before?.campaignId === shown.campaignId ? { ...before, isAborting: false } : before))
    },
    async open(campaignId: string): Promise<void> {
      const results = await askOrNotify('campaigns.show', { campaignId })
      if (results !== null) setShown((before) => (before?.isLive ? before : openedCampaign(results)))
    },
    async resume(campaignId: string): Promise<void> {
      if ((await askOrNotify('campaign.resume', { campaignId })) === null) return
      setShown((before) => startedCampaign(campaignId, before?.campaignId === campaignId ? before.results : null))
    },
  }
}

type Write = ReturnType<typeof useWriting>['write']

async function exportCampaign(
  shown: CampaignView | null,
  { askOrNotify, notify, write }: ActionContext & { readonly write: Write },
): Promise<void> {
  if (shown === null || shown.isLive) return notify({ text: 'There is no benchmark to report. Open or run one first.' })
  const directory = await shell.chooseFolder()
  if (directory === null) return
  const isPresenting = document.documentElement.hasAttribute('data-presenting')
  const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
  await write(async () => {
    const written = await askOrNotify('campaign.report', {
      campaignId: shown.campaignId,
      // The PDF is last, so that the other files are written even if it cannot be printed.
      formats: ['html', 'json', 'csv', 'pdf'],
      directory,
      options: isPresenting ? { ...options, isRedacted: true } : options,
    })
    if (written !== null) notify(writtenNotice(written.paths))
  })
}

function useCampaignEvents(setShown: SetShown): void {
  useEffect(() => {
    const stops = followedEvents.map((event) =>
      workbench.on(event, (payload) => {
        // Name and type of an event belong together by the contract, which TypeScript cannot check in a loop.
        const campaignEvent = { event, payload } as CampaignEvent
        setShown((before) => (before === null ? null : followCampaign(before, campaignEvent)))
      }),
    )
    // The workbench stopped, and the campaign with it. The user can resume it from the list.
    stops.push(workbench.onStopped(() => setShown((before) => (before?.isLive ? null : before))))
    // A reloaded page has missed the earlier events of a live campaign. This answer has the latest ones.
    ask('campaign.live', {}).then((outcome) => {
      const live = outcome.ok ? outcome.value.campaign : null
      if (live !== null) setShown((before) => (before?.isLive ? before : rejoinedCampaign(live)))
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [setShown])
}
