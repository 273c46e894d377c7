/**
 * A law whose capacity follows from a time of which the scenario states a part. What clusters reached of a law concerns
 * the rest of the time only (docs/decisions/bands.md, rule 12).
 */
import type { Traffic } from './traffic.ts'

/** How a constraint changes with `lawFactor`, a factor on what its law gives; 1: as the law gives it. */
export type TimeLaw = {
  /**
   * True if the work that is done in the time is certain, so that the stated part of the time bounds the rate: each waiting
   * sender sends one record. False if this work is in doubt, too, such as the number of records in a request.
   */
  readonly isBound: boolean
  /** Capacity of the constraint, in its unit. */
  readonly capacityAt: (lawFactor: number) => number
  /** Demand / capacity of a traffic. */
  readonly utilisationAt: (traffic: Traffic, lawFactor: number) => number
  /**
   * The factor on what the law gives that a multiple of the traffic needs. Infinite if the stated part alone takes longer
   * than the multiple allows.
   */
  readonly factorFor: (traffic: Traffic, multiple: number) => number
}

/** Upper bound of sensitivities. A run with a sensitivity as high as this says next to nothing about the law. */
const maxSensitivity = 100

/** A step of a capacity, in logarithms: far above rounding errors, and small enough to be a slope. */
const slopeStep = 1e-4

/**
 * By how many percent the factor of a law changes if the capacity changes by one percent. More than one if a part of the
 * time is stated, because less of the capacity then depends on the law.
 */
export function sensitivityOf({ capacityAt }: TimeLaw, lawFactor: number): number {
  const rise = Math.log(capacityAt(lawFactor * Math.exp(slopeStep)) / capacityAt(lawFactor))
  return Math.min(maxSensitivity, Math.max(1, slopeStep / rise))
}

/** The time of one piece of work, in ms. */
type PieceTime = {
  readonly statedMs: number
  /** The rest, as the law gives it. */
  readonly lawMs: number
  /** Pieces of work that are done at a time. */
  readonly atOnce: number
}

/** The law of pieces of work that follow one another; undefined if the scenario states no part of their time. */
export function timeLawOfPieces(
  { statedMs, lawMs, atOnce }: PieceTime,
  demandAt: (traffic: Traffic) => number,
): TimeLaw | undefined {
  if (statedMs === 0) return undefined
  const capacityAt = (lawFactor: number) => (atOnce * 1000) / (statedMs + lawMs / lawFactor)
  return {
    isBound: true,
    capacityAt,
    utilisationAt: (traffic, lawFactor) => demandAt(traffic) / capacityAt(lawFactor),
    factorFor: (traffic, multiple) => {
      const roomMs = (atOnce * 1000) / (demandAt(traffic) * multiple) - statedMs
      return roomMs <= 0 ? Number.POSITIVE_INFINITY : lawMs / roomMs
    },
  }
}
