/**
 * Published measurements: what a model is judged by. A prediction never looks them up.
 */
import { z } from 'zod'
import { displayName, identifier, positive } from './primitives.ts'
import { deployment } from './scenario.ts'
import { source } from './source.ts'
import { workload } from './workload.ts'

/** What a published figure counts. */
export const publishedQuantities = [
  'recordsPerSec',
  'ingressPayloadBytesPerSec',
  'ingressWireBytesPerSec',
  'egressPayloadBytesPerSec',
  /** Share of all processors of the brokers in use, at the published load: 0 to 1. */
  'cpuFraction',
] as const

/** How far the development of a model has looked at a held-out point; a fit reads neither. */
export const heldOutKinds = ['seen', 'unseen'] as const

/** One published figure with its configuration. */
export const publishedPoint = z.strictObject({
  id: identifier,
  label: displayName,
  /** Name of the scenario that was run, in `scenarios` beside the points. */
  scenario: identifier,
  /** Fields of the scenario that differ for this point, by path: `workload.topics.0.partitions`. */
  set: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  quantity: z.enum(publishedQuantities),
  /** The figure, converted from what the source prints (MB of `kafka-*-perf-test` are MiB); a ratio with `relativeTo`. */
  value: positive,
  /** `id` of another point of the same quantity: `value` is this point's figure divided by that one's. */
  relativeTo: identifier.optional(),
  /** True where the load offered was the cap, so that the figure is a lower bound. */
  isCensored: z.boolean().default(false),
  /** Why the point is shown and not counted: a parameter was identified by it alone. Left out: counted. */
  notCounted: z.string().min(1).optional(),
  /**
   * Kept out of every fit, calibration and leave-one-out: a test of what the model says of a cluster it has never met.
   * `seen`: physics were mended in view of its error; `unseen`: predicted only after they were. Left out: evidence.
   */
  heldOut: z.enum(heldOutKinds).optional(),
  source,
})
export type PublishedPoint = z.output<typeof publishedPoint>

/** A published benchmark's configuration; its deployment is on the offering that holds it. */
export const publishedScenario = z.strictObject({ workload, deployment: deployment.omit({ offering: true }) })

/** Published figures and what was run for them. */
export const evidence = z
  .strictObject({ scenarios: z.record(identifier, publishedScenario), points: z.array(publishedPoint) })
  .superRefine((value, context) => {
    const ids = value.points.map((point) => point.id)
    for (const [index, point] of value.points.entries()) {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['points', index, field], message })
      if (ids.indexOf(point.id) !== index) problem('id', `a point named "${point.id}" is there already`)
      if (!(point.scenario in value.scenarios)) {
        problem(
          'scenario',
          `no scenario is named "${point.scenario}"; known: ${Object.keys(value.scenarios).join(', ')}`,
        )
      }
      if (point.relativeTo !== undefined && !ids.includes(point.relativeTo)) {
        problem('relativeTo', `no point is named "${point.relativeTo}"`)
      }
    }
  })
