import { describe, expect, it } from 'vitest'
import { clientLines } from '../../../src/measurement/client-lines.ts'
import { simulateRun } from './simulated-run.ts'

describe('the summary lines of clients', () => {
  it('give rate and latency of each producer over the whole load, and the rate of each group, without the prefix of the run', () => {
    const { plan, samples } = simulateRun({ producers: 2, groups: 1, offeredPerSec: 1000, durationSeconds: 20 })
    const lines = clientLines(plan, samples)
    expect(lines.map(({ role }) => role)).toEqual(['producer', 'producer', 'consumer-group'])
    for (const line of lines.slice(0, 2)) {
      expect(line.recordsPerSec).toBeCloseTo(1000, 0)
      expect(line.payloadBytesPerSec).toBeCloseTo(1_000_000, -3)
      expect(line.service?.p50Us).toBeGreaterThan(0)
      expect(line.service?.maxUs).toBeGreaterThanOrEqual(line.service?.p50Us ?? 0)
    }
    expect(lines[2]?.recordsPerSec).toBeCloseTo(2000, -1)
    const [group] = plan.consumerGroups
    const named = {
      ...plan,
      consumerGroups: group === undefined ? [] : [{ ...group, groupId: `headroom-${plan.runId}-g1` }],
    }
    expect(clientLines(named, []).length).toBe(0)
    expect(clientLines(named, samples).at(-1)?.client).toBe('g1')
  })

  it('are none if nothing was measured', () => {
    expect(clientLines(simulateRun({ durationSeconds: 20 }).plan, [])).toEqual([])
  })
})
