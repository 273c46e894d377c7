import { z } from 'zod'
import { brokenFile } from './broken-file.ts'
import { calibration } from './calibration.ts'
import { offering } from './offering.ts'

/** The offerings to predict with, and the files of the workspace that cannot be used. */
export const modelList = z.strictObject({
  offerings: z.array(offering),
  calibrations: z.array(calibration),
  broken: z.array(brokenFile),
})
export type ModelList = z.output<typeof modelList>
