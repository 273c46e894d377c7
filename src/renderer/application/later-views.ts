/**
 * The views whose code is loaded after the window is ready. Only the sizing view is loaded at the start.
 */
import { lazy } from 'react'

const loaders = {
  benchmarks: () => import('../features/benchmarks/benchmarks-view.tsx'),
  compare: () => import('../features/compare/compare-view.tsx'),
  models: () => import('../features/models/models-view.tsx'),
  runs: () => import('../features/runs/runs-view.tsx'),
  validation: () => import('../features/validation/validation-view.tsx'),
  observe: () => import('../features/observe/observe-view.tsx'),
  forecast: () => import('../features/forecast/forecast-view.tsx'),
  agents: () => import('../features/agents/agents-view.tsx'),
}

export const BenchmarksView = lazy(async () => ({ default: (await loaders.benchmarks()).BenchmarksView }))
export const AgentsView = lazy(async () => ({ default: (await loaders.agents()).AgentsView }))
export const CompareView = lazy(async () => ({ default: (await loaders.compare()).CompareView }))
export const ForecastView = lazy(async () => ({ default: (await loaders.forecast()).ForecastView }))
export const ModelsView = lazy(async () => ({ default: (await loaders.models()).ModelsView }))
export const ObserveView = lazy(async () => ({ default: (await loaders.observe()).ObserveView }))
export const RunsView = lazy(async () => ({ default: (await loaders.runs()).RunsView }))
export const ValidationView = lazy(async () => ({ default: (await loaders.validation()).ValidationView }))

/**
 * Loads the code of all views, one after the other while the page is idle, so that opening a view does not wait for it.
 */
export function loadLaterViews(): void {
  const [first, ...others] = Object.values(loaders)
  const load = (loader: (() => Promise<unknown>) | undefined): void => {
    if (loader !== undefined) requestIdleCallback(() => void loader().then(() => load(others.shift())))
  }
  load(first)
}
