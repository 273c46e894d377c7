/** What a run of the workspace shows of a what-if curve. */
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
  /** What the run was scaled by; its rates are divided by it here. */
  scale: nonNegative,
  /** True where the cluster's capacity was declared by quotas, not a vendor's own. */
  isDeclaredCapacity: z.boolean(),
})
export type MeasuredCurvePoint = z.output<typeof measuredCurvePoint>
