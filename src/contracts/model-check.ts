/** The result of reading the text of a model: the offering, or every problem with its line. */
import { z } from 'zod'
import { offering } from './offering.ts'
import { positiveCount } from './primitives.ts'

/** Maximum number of characters of a model's text. The largest model that comes with Headroom has a twentieth of that. */
export const maxModelTextLength = 2_000_000

/** One problem with the text of a model. */
export const modelProblem = z.strictObject({
  /** Line of the text, from 1. */
  line: positiveCount,
  /** Path of the field, for example `limitSets[0].limits[2].value`; empty if the text is not JSON. */
  place: z.string(),
  message: z.string().min(1),
})
export type ModelProblem = z.output<typeof modelProblem>

/** Problems in the order of their lines, and the offering if there are none. */
export const modelCheck = z.strictObject({ problems: z.array(modelProblem), offering: offering.nullable() })
export type ModelCheck = z.output<typeof modelCheck>
