/**
 * Views whose code is read after the window can be used: the first one is sizing.
 */
import { lazy } from 'react'

const readers = {
  benchmarks: () => import('../features/benchmarks/benchmarks-view.tsx'),
  compare: () => import('../features/compare/compare-view.tsx'),
  models: () => import('../features/models/models-view.tsx'),
  runs: () => import('../features/runs/runs-view.tsx'),
  validation: () => import('../features/validation/validation-view.tsx'),
  agents: () => import('../features/agents/agents-view.tsx'),
}

export const BenchmarksView = lazy(async () => ({ default: (await readers.benchmarks()).BenchmarksView }))
export const AgentsView = lazy(async () => ({ default: (await readers.agents()).AgentsView }))
export const CompareView = lazy(async () => ({ default: (await readers.compare()).CompareView }))
export const ModelsView = lazy(async () => ({ default: (await readers.models()).ModelsView }))
export const RunsView = lazy(async () => ({ default: (await readers.runs()).RunsView }))
export const ValidationView = lazy(async () => ({ default: (await readers.validation()).ValidationView }))

/** Reads the code of every view while nothing else is to do, so that going to one for the first time takes no longer. */
export function readLaterViews(): void {
  const [first, ...others] = Object.values(readers)
  const read = (reader: (() => Promise<unknown>) | undefined): void => {
    if (reader !== undefined) requestIdleCallback(() => void reader().then(() => read(others.shift())))
  }
  read(first)
}
