/**
 * The dimensions in which a deployment can be full.
 *
 * A new dimension needs a record in `limited-dimensions.ts` or `computed-dimensions.ts`, a constraint in
 * capacity/constraints/, limits in models/, and a test. `node scripts/write-dimension-tables.mjs` makes the tables in
 * docs/ from the records.
 */

import { lowerFirst } from '../units/first-letter.ts'
import { computedTable } from './computed-dimensions.ts'
import type { DimensionNoun, DimensionRecord, LimitedDimensionRecord } from './dimension-record.ts'
import { limitedTable } from './limited-dimensions.ts'

/** A dimension that an offering can limit by a published number. The capacity of all others is computed. */
export type LimitedDimension = keyof typeof limitedTable

export type Dimension = LimitedDimension | keyof typeof computedTable

/** The record of each dimension. */
export const dimensionRecords: Readonly<Record<Dimension, DimensionRecord>> &
  Readonly<Record<LimitedDimension, LimitedDimensionRecord>> = { ...limitedTable, ...computedTable }

/** The dimensions that an offering can limit. */
export const limitedDimensions = Object.keys(limitedTable) as readonly LimitedDimension[]

/** All dimensions. Those that an offering can limit come first. */
export const dimensions = Object.keys(dimensionRecords) as readonly Dimension[]

/** True if only the model of hosts computes the dimension. */
export function isDimensionOfHosts(dimension: Dimension): boolean {
  const record = dimensionRecords[dimension]
  return record.limit === null && record.isOfHosts
}

/** Returns the label of a dimension in tables and charts: "Partition ingress". */
export function dimensionName(dimension: Dimension): string {
  return dimensionRecords[dimension].label
}

/** Returns the label of a constraint, with its topic or client if it has one: "Partition ingress (orders)". */
export function constraintName({ id, dimension }: { readonly id: string; readonly dimension: Dimension }): string {
  const colon = id.indexOf(':')
  if (colon < 0) return dimensionName(dimension)
  // In `producer-pipeline:0:loaders` the number only distinguishes the ids of clients with equal names.
  const subject = id.slice(colon + 1).replace(/^\d+:/, '')
  return `${dimensionName(dimension)} (${subject})`
}

/** The label of a constraint inside a sentence: "partition ingress (orders)". No label begins with an abbreviation. */
export function constraintNameInside(constraint: Parameters<typeof constraintName>[0]): string {
  return lowerFirst(constraintName(constraint))
}

/** Returns the dimension's noun inside a sentence: "ingress", "the pipeline of a producer connection". */
export function dimensionNoun(dimension: Dimension): string {
  return withArticle(dimensionRecords[dimension].noun)
}

/** Returns a noun with its article, if it has one. */
export function withArticle({ text, article }: DimensionNoun): string {
  return article === undefined ? text : `${article} ${text}`
}
