import { z } from 'zod'
import { brokenFile } from './broken-file.ts'
import { calibration } from './calibration.ts'
import { offering } from './offering.ts'
import { priceSheet } from './prices.ts'

/** The offerings to predict with, their prices, and the files of the workspace that cannot be used. */
export const modelList = z.strictObject({
  offerings: z.array(offering),
  calibrations: z.array(calibration),
  broken: z.array(brokenFile),
  /** Published price sheets, and those of the workspace. */
  prices: z.strictObject({ published: z.array(priceSheet), own: z.array(priceSheet) }),
})
export type ModelList = z.output<typeof modelList>
