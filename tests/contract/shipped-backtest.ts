/** The backtest of the models that ship with Headroom. */
import { fileURLToPath } from 'node:url'
import type { Backtest } from '../../src/contracts/backtest.ts'
import { locateResources } from '../../src/workbench/resources.ts'
import { backtestModels } from '../../src/workbench/sizing/backtest-models.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

let computed: Promise<Backtest> | undefined

/** Computes the backtest once for all test files of a process, because its fits take many seconds. */
export function shippedBacktest(): Promise<Backtest> {
  computed ??= backtestModels(locateResources(root))
  return computed
}
