/**
 * Noise of one world, resampled from recorded runs: stretches of two to four quota windows, drawn with replacement.
 *
 * What a quota lets pass in one window it takes back in the next, and its sawtooth drifts. So a stretch is followed by one
 * whose last seconds before it were much like those before the joint (a nearest-neighbour block bootstrap): windows that
 * are drawn one by one gave intervals ten times as wide as the recorded runs had.
 */
import { oneOf, type Random, wholeBelow } from './random.ts'
import { levels, type RecordedFlow, recordedFlows } from './recorded-flows.ts'

/** Second by second; a world of any length repeats nothing but single windows. */
export interface Noise {
  /** Length of the quota window of the runs that it is from. */
  readonly windowSeconds: number
  /** What passes of a limit that holds the writers, 1 on average; and the throttle that brokers report with it. */
  readonly written: readonly number[]
  readonly writersThrottleMs: readonly number[]
  /** The same without the sawtooth: means of whole windows, for limits that are none of a quota. */
  readonly writtenSmoothly: readonly number[]
  /** The same of the readers, by group. */
  readonly read: readonly (readonly number[])[]
  readonly readersThrottleMs: readonly (readonly number[])[]
  /** Seconds of the load that are on their way at the end of a second where nothing holds it, by writers and by readers. */
  readonly writersBehindSeconds: readonly number[]
  readonly readersBehindSeconds: readonly (readonly number[])[]
  readonly hostCpu: readonly number[]
  /** Factors on a quota and on sizes, of one run as a whole. */
  readonly writtenLevel: number
  readonly readLevel: number
  readonly wireToPredicted: number
  readonly readWireToPredicted: number
}

/** Which recorded runs a world's noise is from. */
export interface NoiseSource {
  readonly noise: RecordedFlow['noise']
  /** What holds the load first. */
  readonly held: RecordedFlow['kind']
}

/** As long as the longest world: ten windows of 11 s and the drain. */
const noiseSeconds = 150

export function drawNoise({ noise, held }: NoiseSource, random: Random): Noise {
  const own = flowsOf(held, noise)
  const main = oneOf(own, random)
  const drawn = (kind: RecordedFlow['kind']) => {
    const alike = flowsOf(kind, noise).filter(({ windowSeconds }) => windowSeconds === main.windowSeconds)
    return resample(kind === held ? main : oneOf(alike.length > 0 ? alike : flowsOf(kind, noise), random), random)
  }
  const [writers, readers, met] = [drawn('writers-throttled'), drawn('readers-throttled'), drawn('met')]
  const sizes = oneOf(flowsOf('writers-throttled', noise), random)
  return {
    windowSeconds: main.windowSeconds,
    written: writers.written,
    writersThrottleMs: writers.writersThrottleMs,
    writtenSmoothly: writers.writtenSmoothly,
    read: readers.read,
    readersThrottleMs: readers.readersThrottleMs,
    writersBehindSeconds: met.writersBehindSeconds,
    readersBehindSeconds: (held === 'writers-throttled' ? writers : met).readersBehindSeconds,
    hostCpu: met.hostCpu,
    writtenLevel: oneOf(levels.written, random),
    readLevel: oneOf(levels.read, random),
    wireToPredicted: sizes.wireToPredicted,
    readWireToPredicted: sizes.readWireToPredicted,
  }
}

/** Those as noisy; all where none of a kind is recorded so. */
function flowsOf(kind: RecordedFlow['kind'], noise: RecordedFlow['noise']): readonly RecordedFlow[] {
  const all = recordedFlows.filter((flow) => flow.kind === kind)
  const own = all.filter((flow) => flow.noise === noise)
  return own.length > 0 ? own : all
}

type Columns = Pick<Noise, 'written' | 'writersThrottleMs' | 'read' | 'readersThrottleMs' | 'hostCpu'> &
  Pick<Noise, 'writtenSmoothly' | 'writersBehindSeconds' | 'readersBehindSeconds'>

/** A second of a recorded run. */
interface Place {
  readonly flow: RecordedFlow
  readonly second: number
}

function resample(first: RecordedFlow, random: Random): Columns {
  const alike = recordedFlows.filter(
    ({ kind, noise, windowSeconds }) =>
      kind === first.kind && noise === first.noise && windowSeconds === first.windowSeconds,
  )
  const places: Place[] = []
  let next: Place = { flow: first, second: wholeBelow(first.written.length, random) }
  while (places.length < noiseSeconds) {
    places.push(...stretchFrom(next, (2 + wholeBelow(3, random)) * first.windowSeconds))
    next = likeThe(places, alike, random)
  }
  const column = (valuesOf: (flow: RecordedFlow) => readonly number[]) =>
    places.map(({ flow, second }) => valuesOf(flow)[second] ?? 0)
  const byGroup = (valuesOf: (flow: RecordedFlow, group: number) => readonly number[]) =>
    first.read.map((_, group) => column((flow) => valuesOf(flow, group)))
  return {
    written: column(({ written }) => written),
    writtenSmoothly: column((flow) => derivedOf(flow).writtenSmoothly),
    writersThrottleMs: column(({ writersThrottleMs }) => writersThrottleMs),
    read: byGroup(({ read }, group) => read[group] ?? []),
    readersThrottleMs: byGroup(({ readersThrottleMs }, group) => readersThrottleMs[group] ?? []),
    hostCpu: column((flow) => derivedOf(flow).hostCpu),
    writersBehindSeconds: column((flow) => derivedOf(flow).writersBehindSeconds),
    readersBehindSeconds: byGroup((flow, group) => derivedOf(flow).readersBehindSeconds[group] ?? []),
  }
}

/** It ends with the run, where that is shorter. */
function stretchFrom({ flow, second }: Place, seconds: number): Place[] {
  const end = Math.min(flow.written.length, second + seconds)
  return Array.from({ length: end - second }, (_, index) => ({ flow, second: second + index }))
}

/** Seconds before a joint that are compared, and how many of the most alike places are drawn from. */
const comparedSeconds = 10
const nearest = 4

/** One of the places whose seconds before are most like the last ones. */
function likeThe(last: readonly Place[], flows: readonly RecordedFlow[], random: Random): Place {
  const wanted = last.slice(-comparedSeconds).map(({ flow, second }) => derivedOf(flow).pattern[second] ?? 0)
  const best: { readonly place: Place; readonly distance: number }[] = []
  for (const flow of flows) {
    const { pattern } = derivedOf(flow)
    // Not the last seconds of a run: a stretch from there would be none.
    for (let second = wanted.length; second < pattern.length - comparedSeconds; second += 1) {
      let distance = 0
      for (const [at, value] of wanted.entries()) distance += ((pattern[second - wanted.length + at] ?? 0) - value) ** 2
      if (best.length === nearest && distance >= (best.at(-1)?.distance ?? 0)) continue
      best.push({ place: { flow, second }, distance })
      best.sort((left, right) => left.distance - right.distance)
      best.length = Math.min(best.length, nearest)
    }
  }
  return oneOf(best, random).place
}

type Derived = Pick<Noise, 'writtenSmoothly' | 'writersBehindSeconds' | 'readersBehindSeconds' | 'hostCpu'> & {
  /** What stretches are compared by: of readers that are held, what they read together. */
  readonly pattern: readonly number[]
}
const derived = new Map<RecordedFlow, Derived>()

/** What follows from a run's columns, once for each run. */
function derivedOf(flow: RecordedFlow): Derived {
  const known = derived.get(flow)
  if (known !== undefined) return known
  const { written, read } = flow
  const readTogether = written.map((_, at) => read.reduce((sum, group) => sum + (group[at] ?? 0), 0) / read.length)
  const made = {
    pattern: flow.kind === 'readers-throttled' ? readTogether : written,
    hostCpu: flow.hostCpu.map((cpu) => cpu ?? 0.5),
    writtenSmoothly: smooth(written, flow.windowSeconds),
    writersBehindSeconds: behind(written.map((share) => 1 - share)),
    readersBehindSeconds: read.map((group) => behind(written.map((share, at) => share - (group[at] ?? 0)))),
  }
  derived.set(flow, made)
  return made
}

/** What is on its way after each second, by what came and what went in each; the least of it counts as nothing. */
function behind(differences: readonly number[]): number[] {
  let sum = 0
  const sums = differences.map((difference) => {
    sum += difference
    return sum
  })
  const least = Math.min(...sums)
  return sums.map((value) => value - least)
}

/** Each second as the mean of the quota window around it. */
function smooth(values: readonly number[], length: number): number[] {
  return values.map((_, at) => {
    const from = Math.min(Math.max(0, at - Math.floor(length / 2)), values.length - length)
    const window = values.slice(from, from + length)
    return window.reduce((sum, value) => sum + value, 0) / window.length
  })
}
