/**
 * Presenter mode, for showing the window to a customer: the customer's name at the top, larger type, no host names.
 */
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { createHostHider } from '../../contracts/hide-hosts.ts'
import { presentedCampaign, presentedCampaigns, presentedResults } from '../features/benchmarks/presented-campaign.ts'
import type { BenchmarksState } from '../features/benchmarks/use-benchmarks.ts'
import { type HideHosts, presentedRun, presentedRuns } from '../features/validation/presented-run.ts'
import type { ValidationState } from '../features/validation/use-validation.ts'
import { useClearNotices } from './notices.tsx'

const key = 'headroom.customer'

/** The state of presenter mode. */
export interface Presenter {
  readonly isOn: boolean
  /** Name of the customer; empty if none was entered. */
  readonly customer: string
  toggle(): void
  setCustomer(name: string): void
}

const PresentingContext = createContext(false)
/** Provides the mode to all components below. */
export const PresentingProvider = PresentingContext.Provider
/** True in presenter mode. */
export const useIsPresenting = (): boolean => useContext(PresentingContext)

/** Returns a function that removes host names from a text in presenter mode, and changes nothing otherwise. */
export function useHideHosts(): HideHosts {
  const isPresenting = useIsPresenting()
  return useMemo(() => (isPresenting ? createHostHider() : (text) => text), [isPresenting])
}

/** The presenter mode of the window. The customer's name is stored. The mode is not: a new window never starts in it. */
export function usePresenter(): Presenter {
  const [isOn, setOn] = useState(false)
  const [customer, setName] = useState(() => localStorage.getItem(key) ?? '')
  const clearNotices = useClearNotices()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-presenting', isOn)
    if (isOn) clearNotices()
    // Charts adapt their font size to that of the page on a resize.
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

/** The validations; in presenter mode without host names. */
export function usePresentedValidation(state: ValidationState, isOn: boolean): ValidationState {
  const hide = useMemo<HideHosts>(() => createHostHider(), [])
  const { run, runs } = state
  const shownRun = useMemo(() => (isOn && run !== null ? presentedRun(run, hide) : run), [isOn, run, hide])
  const shownRuns = useMemo(() => (isOn ? presentedRuns(runs, hide) : runs), [isOn, runs, hide])
  return { ...state, run: shownRun, runs: shownRuns }
}

/** The benchmarks; in presenter mode without host names. */
export function usePresentedBenchmarks(state: BenchmarksState, isOn: boolean): BenchmarksState {
  const hide = useMemo<HideHosts>(() => createHostHider(), [])
  const { shown, campaigns } = state
  const results = shown?.results ?? null
  // A live campaign changes every second, but its results change only with each run.
  const shownResults = useMemo(
    () => (isOn && results !== null ? presentedResults(results, hide) : results),
    [isOn, results, hide],
  )
  const shownCampaigns = useMemo(
    () => (isOn ? presentedCampaigns(campaigns, hide) : campaigns),
    [isOn, campaigns, hide],
  )
  if (!isOn) return state
  return {
    ...state,
    shown: shown === null ? null : presentedCampaign(shown, shownResults, hide),
    campaigns: shownCampaigns,
  }
}
