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

const customerKey = 'headroom.customer'

/** There is one host hider for the whole window, so that a host has the same number in every view. */
const hideHosts: HideHosts = createHostHider()

/** The state of presenter mode. */
export interface Presenter {
  readonly isOn: boolean
  /** Name of the customer; empty if none was entered. */
  readonly customer: string
  toggle(): void
  setCustomer(name: string): void
}

const PresentingContext = createContext(false)
/** Tells all components inside it whether presenter mode is on. */
export const PresentingProvider = PresentingContext.Provider
/** True in presenter mode. */
export const useIsPresenting = (): boolean => useContext(PresentingContext)

const unchanged: HideHosts = (text) => text

/** Returns a function that replaces host names in presenter mode, and returns texts unchanged otherwise. */
export function useHideHosts(): HideHosts {
  const isPresenting = useIsPresenting()
  return isPresenting ? hideHosts : unchanged
}

/** The presenter mode of the window. The customer's name is stored; the mode is not, so a new window never starts in it. */
export function usePresenter(): Presenter {
  const [isOn, setOn] = useState(false)
  const [customer, storeCustomer] = useState(() => localStorage.getItem(customerKey) ?? '')
  const clearNotices = useClearNotices()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-presenting', isOn)
    if (isOn) clearNotices()
    // Charts take over the font size of the page only on a resize.
    window.dispatchEvent(new Event('resize'))
  }, [isOn, clearNotices])
  return {
    ...{ isOn, customer },
    toggle: () => setOn((before) => !before),
    setCustomer(name) {
      storeCustomer(name)
      localStorage.setItem(customerKey, name)
    },
  }
}

/** The state of the validation view; if `isOn`, without host names. */
export function usePresentedValidation(state: ValidationState, isOn: boolean): ValidationState {
  const { run, runs } = state
  const shownRun = useMemo(() => (isOn && run !== null ? presentedRun(run, hideHosts) : run), [isOn, run])
  const shownRuns = useMemo(() => (isOn ? presentedRuns(runs, hideHosts) : runs), [isOn, runs])
  return { ...state, run: shownRun, runs: shownRuns }
}

/** The state of the benchmarks view; if `isOn`, without host names. */
export function usePresentedBenchmarks(state: BenchmarksState, isOn: boolean): BenchmarksState {
  const { shown, campaigns } = state
  const results = shown?.results ?? null
  // A live campaign changes every second, but its results change only with each run.
  const shownResults = useMemo(
    () => (isOn && results !== null ? presentedResults(results, hideHosts) : results),
    [isOn, results],
  )
  const shownCampaigns = useMemo(() => (isOn ? presentedCampaigns(campaigns, hideHosts) : campaigns), [isOn, campaigns])
  if (!isOn) return state
  return {
    ...state,
    shown: shown === null ? null : presentedCampaign(shown, shownResults, hideHosts),
    campaigns: shownCampaigns,
  }
}
