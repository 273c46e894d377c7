import { describe, expect, it } from 'vitest'
import type { PartitionState, Sample } from '../../../src/contracts/sample.ts'
import { PartitionWatch } from '../../../src/runner/host/partition-watch.ts'
import { simulateRun } from '../measurement/simulated-run.ts'

const { plan, samples } = simulateRun({ producers: 1 })
const [moving] = samples
if (moving === undefined) throw new Error('no sample')

const halted: Sample = { ...moving, producers: moving.producers.map((each) => ({ ...each, ackedRecords: 0 })) }
const below: PartitionState = { isAnswered: true, partitions: 4, belowMinIsrPartitions: 4, isLeaderMissing: false }

/** A watch over a cluster that answers what the test says, at the test's own time. */
function watchWith(answer: () => Promise<PartitionState>) {
  let asked = 0
  let nowMs = 0
  const ask = () => {
    asked += 1
    return answer()
  }
  const watch = new PartitionWatch({ plan, ask, now: () => nowMs })
  return {
    asked: () => asked,
    stateAfter: async (ms: number, sample: Sample) => {
      nowMs += ms
      const { partitionState } = watch.annotate(sample)
      await new Promise((resolve) => setImmediate(resolve))
      return partitionState
    },
  }
}

describe('the watch over partitions', () => {
  it('asks nothing while writes go on', async () => {
    const watch = watchWith(async () => below)
    for (let second = 0; second < 5; second += 1) expect(await watch.stateAfter(1_000, moving)).toBeUndefined()
    expect(watch.asked()).toBe(0)
  })

  it('asks where they stand still, and tells from the next second on', async () => {
    const watch = watchWith(async () => below)
    expect(await watch.stateAfter(1_000, halted)).toBeUndefined()
    expect(await watch.stateAfter(1_000, halted)).toEqual(below)
    expect(await watch.stateAfter(1_000, moving)).toBeUndefined()
    expect(watch.asked()).toBe(2)
  })

  it('does not take an old answer for a new one', async () => {
    let isHanging = false
    const watch = watchWith(() => (isHanging ? new Promise(() => undefined) : Promise.resolve(below)))
    await watch.stateAfter(1_000, halted)
    isHanging = true
    expect(await watch.stateAfter(1_000, halted)).toEqual(below)
    expect(await watch.stateAfter(6_000, halted)).toBeUndefined()
    expect(watch.asked(), 'one question at a time').toBe(2)
  })

  it('says that nobody answered', async () => {
    const watch = watchWith(() => Promise.reject(new Error('connection refused')))
    await watch.stateAfter(1_000, halted)
    expect(await watch.stateAfter(1_000, halted)).toMatchObject({ isAnswered: false, belowMinIsrPartitions: 0 })
  })
})
