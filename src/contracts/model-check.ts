/** What is found when the text of a model is read: every problem with its line, or the offering. */
import { z } from 'zod'
import { offering } from './offering.ts'
import { positiveCount } from './primitives.ts'

/** Characters of a model's text at most: the largest that comes with Headroom has a twentieth of it. */
export const longestModelText = 2_000_000

/** One thing that is wrong with the text of a model. */
export const modelProblem = z.strictObject({
  /** Line of the text, from 1. */
  line: positiveCount,
  /** `limitSets[0].limits[2].value`; empty for a text that is no JSON. */
  place: z.string(),
  message: z.string().min(1),
})
export type ModelProblem = z.output<typeof modelProblem>

/** Problems in the order of their lines; the offering where there are none. */
export const modelCheck = z.strictObject({ problems: z.array(modelProblem), offering: offering.nullable() })
export type ModelCheck = z.output<typeof modelCheck>
