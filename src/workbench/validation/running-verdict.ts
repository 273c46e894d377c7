/**
 * The verdict so far of a run in progress, from samples without latencies: no row of the verdict needs a latency, and to
 * unpack the histograms of all samples for each verdict took longer and longer. After four minutes it kept the event
 * loop, and so the heartbeats to the runner, for 1.3 s of processor time, and on a busy machine the runner took its
 * controller for lost.
 */

import type { RunPlan } from '../../contracts/run-plan.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { VerdictSoFar } from '../../contracts/verdict.ts'
import { verdictSoFar } from '../../evidence/verdict-so-far.ts'
import { SampleCondenser } from '../../measurement/condense-samples.ts'

/** A verdict is made again when the run has this share more samples, because it looks through all of them. */
const growth = 0.1
/** The verdict of a longer run is no longer updated, because its samples would take memory and time. */
const maxSamples = 600

/** Collects the samples of one run, and judges them now and then. */
export class RunningVerdict {
  private condenser: SampleCondenser | null = null
  /** Samples of the quota windows that have ended, without latencies. */
  private condensed: Sample[] = []
  private sampleCount = 0
  /** Number of samples from which the verdict is made again. */
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
    this.latest = verdictSoFar(record, [...this.condensed, ...this.condenser.open()])
    this.nextAt = Math.ceil(this.sampleCount * (1 + growth))
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
