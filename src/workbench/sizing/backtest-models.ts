/**
 * Backtests of the offerings that ship with Headroom.
 */
import type { Backtest } from '../../contracts/backtest.ts'
import { backtest } from '../../evidence/backtest.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels } from './offerings.ts'

/**
 * Backtests of all offerings with published points, or of the one with that id.
 * @throws AppError OFFERING_INVALID if there is no such offering, or if the configuration of a point is not a scenario.
 */
export async function backtestModels(resources: Resources, id?: string): Promise<Backtest> {
  const models = await loadModels(resources)
  return backtest(id === undefined ? models.offerings : [findOffering(models, id, 'ID')])
}
