/**
 * Views whose code is loaded after the window is ready. The first view, sizing, is loaded at once.
 */
import { lazy } from 'react'

const readers = {
  benchmarks: () => import('../features/benchmarks/benchmarks-view.tsx'),
  compare: () => import('../features/compare/compare-view.tsx'),
  models: () => import('../features/models/models-view.tsx'),
  runs: () => import('../features/runs/runs-view.tsx'),
  validation: () => import('../features/validation/validation-view.tsx'),
  observe: () => import('../features/observe/observe-view.tsx'),
  agents: () => import('../features/agents/agents-view.tsx'),
}

export const BenchmarksView = lazy(async () => ({ default: (await readers.benchmarks()).BenchmarksView }))
export const AgentsView = lazy(async () => ({ default: (await readers.agents()).AgentsView }))
export const CompareView = lazy(async () => ({ default: (await readers.compare()).CompareView }))
export const ModelsView = lazy(async () => ({ default: (await readers.models()).ModelsView }))
export const ObserveView = lazy(async () => ({ default: (await readers.observe()).ObserveView }))
export const RunsView = lazy(async () => ({ default: (await readers.runs()).RunsView }))
export const ValidationView = lazy(async () => ({ default: (await readers.validation()).ValidationView }))

/** Loads the code of all views while the page is idle, so that opening a view for the first time is not slower. */
export function readLaterViews(): void {
  const [first, ...others] = Object.values(readers)
  const read = (reader: (() => Promise<unknown>) | undefined): void => {
    if (reader !== undefined) requestIdleCallback(() => void reader().then(() => read(others.shift())))
  }
  read(first)
}
