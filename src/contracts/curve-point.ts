/** A run of the workspace as a point of a what-if curve. */
import { z } from 'zod'
import { identifier, nonNegative } from './primitives.ts'

/** A run that differs from the scenario only in the varied field. Rates are wire ingress at full size (scale 1). */
export const measuredCurvePoint = z.strictObject({
  runId: identifier,
  /** Value of the varied field. */
  x: z.number(),
  meanBytesPerSec: nonNegative,
  /** 95 % interval of the mean. */
  lowBytesPerSec: nonNegative,
  highBytesPerSec: nonNegative,
  /** Scale of the run, by which the rates here were divided. */
  scale: nonNegative,
  /** True if quotas set the capacity of the cluster, so it is not a vendor's. */
  isDeclaredCapacity: z.boolean(),
})
export type MeasuredCurvePoint = z.output<typeof measuredCurvePoint>
