/** A run of the workspace as a point of a what-if curve. */
import { z } from 'zod'
import { identifier, nonNegative } from './primitives.ts'

/** A run that differs from the scenario in the varied field alone; rates are wire ingress at the scenario's own size. */
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
  /** True if the cluster's capacity was declared by quotas and is not a vendor's. */
  isDeclaredCapacity: z.boolean(),
})
export type MeasuredCurvePoint = z.output<typeof measuredCurvePoint>
