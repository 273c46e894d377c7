/**
 * Backtests of the offerings that come with Headroom.
 */
import type { Backtest } from '../../contracts/backtest.ts'
import { backtest } from '../../evidence/backtest.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels } from './offerings.ts'

/**
 * Every offering with published points, or the one of that id.
 * @throws AppError OFFERING_INVALID where there is no such offering, or a point's configuration is no scenario.
 */
export async function backtestModels(resources: Resources, id?: string): Promise<Backtest> {
  const models = await loadModels(resources)
  return backtest(id === undefined ? models.offerings : [findOffering(models, id, 'ID')])
}
