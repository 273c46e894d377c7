/**
 * Backtests models: compares their predictions with published measurements.
 */
import type { Backtest } from '../../contracts/backtest.ts'
import { backtest } from '../../evidence/compute-backtest.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels } from './offerings.ts'

/**
 * Backtests all offerings that have published points, or the offering with this id.
 * @throws AppError OFFERING_INVALID if there is no such offering, or if the configuration of a point is not a scenario
 */
export async function backtestModels(resources: Resources, id?: string): Promise<Backtest> {
  const models = await loadModels(resources)
  return backtest(id === undefined ? models.offerings : [findOffering(models, id, 'ID')])
}
