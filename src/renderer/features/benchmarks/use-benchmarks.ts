/**
 * Everything about published benchmarks that outlives a change of view: the list, the form, the shown campaign.
 */
import { useCallback, useEffect, useState } from 'react'
import type { Campaign } from '../../../contracts/campaign.ts'
import type { CampaignListEntry, CampaignRequest } from '../../../contracts/campaign-record.ts'
import { shell, workbench } from '../../api.ts'
import { errorNotice, type Notify, useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
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

/** The benchmarks of a window. */
export interface BenchmarksDesk {
  /** Empty before the first answer. */
  readonly benchmarks: readonly Campaign[]
  readonly form: BenchmarkForm
  changeForm(change: Partial<BenchmarkForm>): void
  /** Where it goes. */
  readonly where: RequestForm
  changeWhere(change: Partial<RequestForm>): void
  /** All campaigns of the workspace, newest first. */
  readonly campaigns: readonly CampaignListEntry[]
  readonly shown: CampaignView | null
  start(request: CampaignRequest): Promise<void>
  abort(): Promise<void>
  open(campaignId: string): Promise<void>
  resume(campaignId: string): Promise<void>
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

/** One desk for the life of the window. `refreshRuns` reads the list of runs again, which a campaign makes longer. */
export function useBenchmarks(refreshRuns: () => void): BenchmarksDesk {
  const notify = useNotify()
  const [form, setForm] = useSessionState('benchmark-form', emptyBenchmarkForm)
  const [where, setWhere] = useSessionState('benchmark-target', emptyRequestForm, withoutPassword)
  const [shown, setShown] = useState<CampaignView | null>(null)
  const { benchmarks, campaigns, refresh } = useLists(notify)
  const refreshAll = useCallback(() => {
    refresh()
    refreshRuns()
  }, [refresh, refreshRuns])
  useCampaignEvents(setShown, refreshAll)
  const changeForm = useCallback(
    (change: Partial<BenchmarkForm>) => setForm((before) => ({ ...before, ...change })),
    [setForm],
  )
  const changeWhere = useCallback(
    (change: Partial<RequestForm>) => setWhere((before) => ({ ...before, ...change })),
    [setWhere],
  )
  const close = useCallback(() => setShown((before) => (before?.isLive ? before : null)), [])
  const writing = useWriting()
  const exportReport = () => exportCampaign(shown, notify, writing.write)
  const actions = campaignActions(shown, setShown, { notify, refresh })
  return {
    ...{ benchmarks, form, changeForm, where, changeWhere, campaigns, shown, close, exportReport },
    ...{ isExporting: writing.isWriting, ...actions },
  }
}

type SetShown = (change: (before: CampaignView | null) => CampaignView | null) => void

interface Surroundings {
  readonly notify: Notify
  refresh(): void
}

function campaignActions(shown: CampaignView | null, setShown: SetShown, { notify, refresh }: Surroundings) {
  return {
    async start(request: CampaignRequest): Promise<void> {
      const outcome = await workbench.call('campaign.start', request)
      if (!outcome.ok) return notify(errorNotice(outcome.error))
      const { campaignId } = outcome.value
      setShown(() => startedCampaign(campaignId))
      void refound(campaignId, setShown)
      refresh()
    },
    async abort(): Promise<void> {
      if (shown === null || !shown.isLive || shown.isAborting) return
      setShown((before) => (before === null ? null : { ...before, isAborting: true }))
      const outcome = await workbench.call('campaign.abort', { campaignId: shown.campaignId })
      if (outcome.ok) return
      notify(errorNotice(outcome.error))
      // It goes on, and can be stopped.
      setShown((before) => (before?.campaignId === shown.campaignId ? { ...before, isAborting: false } : before))
    },
    async open(campaignId: string): Promise<void> {
      const outcome = await workbench.call('campaigns.show', { campaignId })
      if (!outcome.ok) return notify(errorNotice(outcome.error))
      setShown((before) => (before?.isLive ? before : openedCampaign(outcome.value)))
    },
    async resume(campaignId: string): Promise<void> {
      const outcome = await workbench.call('campaign.resume', { campaignId })
      if (!outcome.ok) return notify(errorNotice(outcome.error))
      setShown((before) => startedCampaign(campaignId, before?.campaignId === campaignId ? before.found : null))
      void refound(campaignId, setShown)
      refresh()
    },
  }
}

/** What the campaign found so far, asked again. */
async function refound(campaignId: string, setShown: SetShown): Promise<void> {
  const outcome = await workbench.call('campaigns.show', { campaignId })
  if (!outcome.ok) return
  setShown((before) =>
    before?.campaignId === campaignId && before.isLive ? { ...before, found: outcome.value } : before,
  )
}

type Write = ReturnType<typeof useWriting>['write']

async function exportCampaign(shown: CampaignView | null, notify: Notify, write: Write): Promise<void> {
  if (shown === null || shown.isLive) return notify({ text: 'There is no benchmark to report. Open or run one first.' })
  const directory = await shell.chooseFolder()
  if (directory === null) return
  const isPresenting = document.documentElement.hasAttribute('data-presenting')
  const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
  await write(async () => {
    const outcome = await workbench.call('campaign.report', {
      campaignId: shown.campaignId,
      // The PDF last: where it cannot be printed, the others are there.
      formats: ['html', 'json', 'csv', 'pdf'],
      directory,
      options: isPresenting ? { ...options, isRedacted: true } : options,
    })
    notify(outcome.ok ? writtenNotice(outcome.value.paths) : errorNotice(outcome.error))
  })
}

function useLists(notify: Notify) {
  const [benchmarks, setBenchmarks] = useState<readonly Campaign[]>([])
  const [campaigns, setCampaigns] = useState<readonly CampaignListEntry[]>([])
  const refresh = useCallback(() => {
    workbench.call('campaigns.list', {}).then((outcome) => {
      if (outcome.ok) setCampaigns(outcome.value)
      else notify(errorNotice(outcome.error))
    })
  }, [notify])
  useEffect(() => {
    workbench.call('benchmarks.list', {}).then((outcome) => {
      if (outcome.ok) setBenchmarks(outcome.value)
      else notify(errorNotice(outcome.error))
    })
    refresh()
    return workbench.onReattached(refresh)
  }, [refresh, notify])
  return { benchmarks, campaigns, refresh }
}

function useCampaignEvents(setShown: SetShown, refresh: () => void): void {
  useEffect(() => {
    const stops = followedEvents.map((event) =>
      workbench.on(event, (payload) => {
        // The name and the shape belong together by the contract; TypeScript cannot follow that through a loop.
        const campaignEvent = { event, payload } as CampaignEvent
        setShown((before) => (before === null ? null : followCampaign(before, campaignEvent)))
        if (event === 'campaign.step-ended' && 'campaignId' in payload) void refound(payload.campaignId, setShown)
        if (event === 'campaign.ended') refresh()
      }),
    )
    // A workbench that came again has no live campaign: what was reached is resumed from the list.
    const stopReattached = workbench.onReattached(() => setShown((before) => (before?.isLive ? null : before)))
    // A page that was loaded again has heard nothing of the campaign that goes on.
    workbench.call('campaign.live', {}).then((outcome) => {
      const live = outcome.ok ? outcome.value.campaign : null
      if (live === null) return
      setShown((before) => (before?.isLive ? before : rejoinedCampaign(live)))
      void refound(live.campaignId, setShown)
    })
    return () => {
      for (const stop of stops) stop()
      stopReattached()
    }
  }, [setShown, refresh])
}
