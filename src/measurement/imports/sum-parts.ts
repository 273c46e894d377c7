/**
 * The figures of a benchmark from those of its clients.
 */
import { type FigureName, figureNames } from '../../contracts/figures.ts'
import type { ImportedClient, KnownFigures, KnownIntervals } from '../../contracts/imported-run.ts'
import { batchMeansInterval, meanOf } from '../batch-means.ts'

/** Fewer repeats give no interval: of two, equal roundings would make one without width. */
export const leastRepeats = 3

/**
 * Sums over clients that ran at the same time: producers write, consumers read.
 *
 * A figure is null if there is no client of its role, or if one of them does not report it: a sum without it would be too
 * small.
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

/** Each figure's mean over repeats; null if a repeat does not have it. */
export function meanFigures(repeats: readonly KnownFigures[]): KnownFigures {
  return byFigure((name) => {
    const values = valuesOf(repeats, name)
    return values === null ? null : meanOf(values)
  })
}

/** Each figure's 95 % interval by Student's t over repeats; null if there are too few repeats. */
export function intervalsOf(repeats: readonly KnownFigures[]): KnownIntervals | null {
  if (repeats.length < leastRepeats) return null
  return byFigure((name) => {
    const values = valuesOf(repeats, name)
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

function valuesOf(repeats: readonly KnownFigures[], name: FigureName): number[] | null {
  const known = repeats.map((figures) => figures[name]).filter((value) => value !== null)
  return known.length === repeats.length ? known : null
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return values.length === 0 || known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0)
}
