/**
 * Presenter mode: the customer's name on top, type for the back row, no host names.
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
/** Tells everything below whether it is shown to a customer. */
export const PresentingProvider = PresentingContext.Provider
/** True while the window is shown to a customer. */
export const useIsPresenting = (): boolean => useContext(PresentingContext)

/** Takes host names out of a text while the window is shown to a customer; otherwise leaves it as it is. */
export function useHideHosts(): HideHosts {
  const isPresenting = useIsPresenting()
  return useMemo(() => (isPresenting ? hostHider() : (text) => text), [isPresenting])
}

/** The name outlives the window; the mode does not, so that nobody works in it by mistake. */
export function usePresenter(): Presenter {
  const [isOn, setOn] = useState(false)
  const [customer, setName] = useState(() => localStorage.getItem(key) ?? '')
  const clearNotices = useClearNotices()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-presenting', isOn)
    if (isOn) clearNotices()
    // Charts size their type by the page's.
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

/** The validations as they may be shown: as they are, or without host names. */
export function usePresentedValidation(desk: ValidationDesk, isOn: boolean): ValidationDesk {
  const hide = useMemo<HideHosts>(() => hostHider(), [])
  const { run, runs } = desk
  const shownRun = useMemo(() => (isOn && run !== null ? presentedRun(run, hide) : run), [isOn, run, hide])
  const shownRuns = useMemo(() => (isOn ? presentedRuns(runs, hide) : runs), [isOn, runs, hide])
  return { ...desk, run: shownRun, runs: shownRuns }
}

/** The benchmarks as they may be shown: as they are, or without host names. */
export function usePresentedBenchmarks(desk: BenchmarksDesk, isOn: boolean): BenchmarksDesk {
  const hide = useMemo<HideHosts>(() => hostHider(), [])
  const { shown, campaigns } = desk
  const found = shown?.found ?? null
  // A live campaign is told of each second; what it found changes with each run.
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
