/**
 * Presenter mode: the customer's name at the top, larger type, no host names.
 */
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { hostHider } from '../../contracts/hide-hosts.ts'
import { presentedCampaign, presentedCampaigns, presentedFound } from '../features/benchmarks/presented-campaign.ts'
import type { BenchmarksDesk } from '../features/benchmarks/use-benchmarks.ts'
import { type HideHosts, presentedRun, presentedRuns } from '../features/validation/presented-run.ts'
import type { ValidationDesk } from '../features/validation/use-validation.ts'
import { useClearNotices } from './notices.tsx'

const key = 'headroom.customer'

/** Whether the window is shown to a customer, and whose session it is. */
export interface Presenter {
  readonly isOn: boolean
  readonly customer: string
  toggle(): void
  setCustomer(name: string): void
}

const PresentingContext = createContext(false)
/** Provides the mode to all components below. */
export const PresentingProvider = PresentingContext.Provider
/** True in presenter mode. */
export const useIsPresenting = (): boolean => useContext(PresentingContext)

/** Removes host names from a text in presenter mode; else returns it unchanged. */
export function useHideHosts(): HideHosts {
  const isPresenting = useIsPresenting()
  return useMemo(() => (isPresenting ? hostHider() : (text) => text), [isPresenting])
}

/** The name is stored; the mode is not, so that nobody works in it by mistake. */
export function usePresenter(): Presenter {
  const [isOn, setOn] = useState(false)
  const [customer, setName] = useState(() => localStorage.getItem(key) ?? '')
  const clearNotices = useClearNotices()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-presenting', isOn)
    if (isOn) clearNotices()
    // The type of charts depends on that of the page.
    window.dispatchEvent(new Event('resize'))
  }, [isOn, clearNotices])
  return {
    ...{ isOn, customer },
    toggle: () => setOn((before) => !before),
    setCustomer(name) {
      setName(name)
      localStorage.setItem(key, name)
    },
  }
}

/** The validations, without host names in presenter mode. */
export function usePresentedValidation(desk: ValidationDesk, isOn: boolean): ValidationDesk {
  const hide = useMemo<HideHosts>(() => hostHider(), [])
  const { run, runs } = desk
  const shownRun = useMemo(() => (isOn && run !== null ? presentedRun(run, hide) : run), [isOn, run, hide])
  const shownRuns = useMemo(() => (isOn ? presentedRuns(runs, hide) : runs), [isOn, runs, hide])
  return { ...desk, run: shownRun, runs: shownRuns }
}

/** The benchmarks, without host names in presenter mode. */
export function usePresentedBenchmarks(desk: BenchmarksDesk, isOn: boolean): BenchmarksDesk {
  const hide = useMemo<HideHosts>(() => hostHider(), [])
  const { shown, campaigns } = desk
  const found = shown?.found ?? null
  // A live campaign changes every second, but its results change only with each run.
  const shownFound = useMemo(() => (isOn && found !== null ? presentedFound(found, hide) : found), [isOn, found, hide])
  const shownCampaigns = useMemo(
    () => (isOn ? presentedCampaigns(campaigns, hide) : campaigns),
    [isOn, campaigns, hide],
  )
  if (!isOn) return desk
  return {
    ...desk,
    shown: shown === null ? null : presentedCampaign(shown, shownFound, hide),
    campaigns: shownCampaigns,
  }
}
