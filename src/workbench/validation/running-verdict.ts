/**
 * Judges a run in progress, from its samples so far without their latencies. No rule of the verdict needs a latency, and
 * unpacking the histograms of all samples takes longer with every sample. After four minutes it took 1.3 s of processor time.
 * Heartbeats to the runner waited that long, so that on a busy machine the runner considered its controller lost.
 */

import type { RunPlan } from '../../contracts/run-plan.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { VerdictSoFar } from '../../contracts/verdict.ts'
import { verdictSoFar } from '../../evidence/verdict-so-far.ts'
import { SampleCondenser } from '../../measurement/condense-samples.ts'

/** A new verdict is made when the number of samples has grown by this share, because each verdict reads all samples. */
const growthBetweenVerdicts = 0.1
/** After this many samples the verdict is no longer updated, because it would take too much memory and time. */
const maxSamples = 600

/** Collects the samples of one run, and judges them now and then. */
export class RunningVerdict {
  private condenser: SampleCondenser | null = null
  /** Samples of the quota windows that have ended, without latencies. */
  private condensed: Sample[] = []
  private sampleCount = 0
  /** Number of samples from which on a new verdict is made. */
  private nextAt = 0
  private latest: VerdictSoFar | null = null

  add(plan: RunPlan, sample: Sample): void {
    this.sampleCount += 1
    if (this.sampleCount > maxSamples) {
      this.condensed = []
      this.condenser = null
      return
    }
    this.condenser ??= new SampleCondenser(plan)
    this.condensed.push(...this.condenser.add(withoutLatencies(sample)))
  }

  /** The verdict on the samples so far, or the latest one if there are few new samples; null while nothing is steady. */
  judge(record: MeasuredRecord): VerdictSoFar | null {
    if (this.condenser === null || this.sampleCount < this.nextAt) return this.latest
    this.latest = verdictSoFar(record, [...this.condensed, ...this.condenser.openStretch()])
    this.nextAt = Math.ceil(this.sampleCount * (1 + growthBetweenVerdicts))
    return this.latest
  }
}

function withoutLatencies(sample: Sample): Sample {
  const noLatencies = { serviceHistogram: null, responseHistogram: null, scheduleDelayHistogram: null }
  return {
    ...sample,
    producers: sample.producers.map((producer) => ({ ...producer, ...noLatencies })),
    consumers: sample.consumers.map((consumer) => ({ ...consumer, endToEndHistogram: null })),
  }
}
