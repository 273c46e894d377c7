import { describe, expect, it } from 'vitest'
import type { PartitionState, Sample } from '../../../src/contracts/sample.ts'
import { PartitionWatch } from '../../../src/runner/host/partition-watch.ts'
import { simulateRun } from '../measurement/simulated-run.ts'

const { plan, samples } = simulateRun({ producers: 1 })
const [moving] = samples
if (moving === undefined) throw new Error('no sample')

const stalled: Sample = { ...moving, producers: moving.producers.map((each) => ({ ...each, ackedRecords: 0 })) }
const below: PartitionState = { isAnswered: true, partitions: 4, belowMinIsrPartitions: 4, isLeaderMissing: false }

/** A watch over a cluster that responds as the test says, with a clock that only `stateAfter` advances. */
function watchWith(respond: () => Promise<PartitionState>) {
  let requests = 0
  let nowMs = 0
  const readState = () => {
    requests += 1
    return respond()
  }
  const watch = new PartitionWatch({ plan, readState, now: () => nowMs })
  return {
    requests: () => requests,
    stateAfter: async (ms: number, sample: Sample) => {
      nowMs += ms
      const { partitionState } = watch.annotate(sample)
      await new Promise((resolve) => setImmediate(resolve))
      return partitionState
    },
  }
}

describe('the watch over partitions', () => {
  it('sends no request while writes go on', async () => {
    const watch = watchWith(async () => below)
    for (let second = 0; second < 5; second += 1) expect(await watch.stateAfter(1_000, moving)).toBeUndefined()
    expect(watch.requests()).toBe(0)
  })

  it('requests the state when writes stall, and adds it from the next second on', async () => {
    const watch = watchWith(async () => below)
    expect(await watch.stateAfter(1_000, stalled)).toBeUndefined()
    expect(await watch.stateAfter(1_000, stalled)).toEqual(below)
    expect(await watch.stateAfter(1_000, moving)).toBeUndefined()
    expect(watch.requests()).toBe(2)
  })

  it('does not add a state that is too old', async () => {
    let isHanging = false
    const watch = watchWith(() => (isHanging ? new Promise(() => undefined) : Promise.resolve(below)))
    await watch.stateAfter(1_000, stalled)
    isHanging = true
    expect(await watch.stateAfter(1_000, stalled)).toEqual(below)
    expect(await watch.stateAfter(6_000, stalled)).toBeUndefined()
    expect(watch.requests(), 'one request at a time').toBe(2)
  })

  it('adds a state without figures if no broker responds', async () => {
    const watch = watchWith(() => Promise.reject(new Error('connection refused')))
    await watch.stateAfter(1_000, stalled)
    expect(await watch.stateAfter(1_000, stalled)).toMatchObject({ isAnswered: false, belowMinIsrPartitions: 0 })
  })
})
