/** Calls about costs. */
import { z } from 'zod'
import { reportCosts } from './bill-request.ts'
import { costOverLoad, maxCostLines, minCostLines } from './cost-over-load.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { fraction, identifier } from './primitives.ts'
import { scenario } from './scenario.ts'

/** The calls by name. */
export const costCalls = {
  /** Costs of offerings at loads from one sixteenth to sixteen times that of the scenario. */
  'costs.over-load': {
    input: z.strictObject({
      scenario,
      models: z.array(identifier).min(minCostLines).max(maxCostLines),
      costs: reportCosts,
      targetUtilisation: fraction,
    }),
    output: costOverLoad,
  },
} as const satisfies IpcCalls
