/**
 * Computes the figures of a benchmark from those of its clients and repetitions.
 */
import { type FigureName, figureNames } from '../../contracts/figures.ts'
import type { ImportedClient, KnownFigures, KnownIntervals } from '../../contracts/imported-run.ts'
import { batchMeansInterval, meanOf } from '../batch-means.ts'

/**
 * An interval needs at least this many repetitions. Two that are rounded to the same value would give one of zero
 * width.
 */
const minRepetitions = 3

/**
 * Sums over clients that ran at the same time. Producers count for the figures of writing, consumers for those of
 * reading.
 *
 * A figure is null if there is no client of its role, or if one of them does not report the figure, because the sum
 * would be too small.
 */
export function sumParts(parts: readonly ImportedClient[]): KnownFigures {
  const producers = parts.filter(({ role }) => role === 'producer')
  const consumers = parts.filter(({ role }) => role === 'consumer')
  return {
    ingressWireBytesPerSec: sumOf(producers.map((part) => part.wireBytesPerSec)),
    ingressPayloadBytesPerSec: sumOf(producers.map((part) => part.payloadBytesPerSec)),
    egressWireBytesPerSec: sumOf(consumers.map((part) => part.wireBytesPerSec)),
    egressPayloadBytesPerSec: sumOf(consumers.map((part) => part.payloadBytesPerSec)),
    recordsPerSec: sumOf(producers.map((part) => part.recordsPerSec)),
  }
}

/** The mean of each figure over repetitions; null if a repetition lacks the figure. */
export function meanFigures(repetitions: readonly KnownFigures[]): KnownFigures {
  return byFigure((name) => {
    const values = valuesOf(repetitions, name)
    return values === null ? null : meanOf(values)
  })
}

/** The 95 % interval of each figure over repetitions by Student's t; null if there are too few repetitions. */
export function intervalsOf(repetitions: readonly KnownFigures[]): KnownIntervals | null {
  if (repetitions.length < minRepetitions) return null
  return byFigure((name) => {
    const values = valuesOf(repetitions, name)
    return values === null ? null : batchMeansInterval(values)
  })
}

function byFigure<T>(value: (name: FigureName) => T): Record<FigureName, T> {
  const [wireIn, payloadIn, wireOut, payloadOut, records] = figureNames
  return {
    [wireIn]: value(wireIn),
    [payloadIn]: value(payloadIn),
    [wireOut]: value(wireOut),
    [payloadOut]: value(payloadOut),
    [records]: value(records),
  }
}

function valuesOf(repetitions: readonly KnownFigures[], name: FigureName): number[] | null {
  const known = repetitions.map((figures) => figures[name]).filter((value) => value !== null)
  return known.length === repetitions.length ? known : null
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return values.length === 0 || known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0)
}
