/**
 * A parameter of a model: one number that comes from physics or a fit, and that a calibration can change.
 */
import { z } from 'zod'
import { fraction, nonNegative, positive } from './primitives.ts'
import { source } from './source.ts'

/** A number of a model, with its unit and origin. */
export const parameter = z.strictObject({
  value: nonNegative,
  /** Unit of the value in words: `us/request`, `ratio`. */
  unit: z.string().min(1),
  /**
   * `fitted` to the evidence beside the model, `measured` here, `published` by the vendor, `assumed` until calibrated.
   */
  origin: z.enum(['fitted', 'measured', 'published', 'assumed']),
  /** Meaning of the parameter, in one sentence. */
  meaning: z.string().min(1),
  source,
})
export type Parameter = z.output<typeof parameter>

/** A parameter by which a rate is multiplied or divided, so it must not be zero. */
export const positiveParameter = parameter.extend({ value: positive })

/** A parameter that is a share of a whole. */
export const shareParameter = parameter.extend({ value: fraction })
