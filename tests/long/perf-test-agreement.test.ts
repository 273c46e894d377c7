/**
 * The same plan by node-rdkafka and by Kafka's own perf tools on the same broker: both must find the same rates.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Driver, RunPlan } from '../../src/contracts/run-plan.ts'
import { measurePerfTest } from '../../src/measurement/perf-test-run.ts'
import { measure } from '../integration/measured-run.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { agreementProblems } from './acceptance.ts'
import { showFigures } from './figures.ts'

const recordsPerSec = 2_000
const quotaWindowMs = 3_000
const durationMs = 60_000

let brokers: TestBrokers
beforeAll(async () => {
  brokers = await startTestBrokers({ brokers: 1 })
})
afterAll(() => brokers?.stop())

function planOf(driver: Driver): RunPlan {
  const small = smallPlan({ runId: `by-${driver}`, recordsPerSec, partitions: 6, groups: 1, durationMs })
  return { ...small, driver, quotaWindowMs, burnInMs: 4 * quotaWindowMs, drainMs: 30_000 }
}

async function run(plan: RunPlan) {
  const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
  const measured = await measure(plan, where)
  const { reason, cleanUp } = measured.ended
  expect([reason, cleanUp.leftovers]).toEqual(['plan-complete', []])
  return measured
}

describe('the same plan by node-rdkafka and by Kafka’s own perf tools', () => {
  it('has the same rates of writing and reading to 3 percent', async () => {
    const own = planOf('node-rdkafka')
    const { steady, latency } = (await run(own)).result
    const java = planOf('kafka-perf-test')
    const { outputs } = await run(java)
    const tools = measurePerfTest(java, outputs)
    const producer = tools.parts.find(({ role }) => role === 'producer')
    showFigures('The same plan by both drivers', {
      'node-rdkafka': {
        recordsPerSec: steady?.recordsPerSec.mean,
        writtenBytesPerSec: steady?.ingressPayloadBytesPerSec.mean,
        readBytesPerSec: steady?.egressPayloadBytesPerSec.mean,
        service: { meanUs: latency.service?.meanUs, p50Us: latency.service?.p50Us, p99Us: latency.service?.p99Us },
        response: { meanUs: latency.response?.meanUs, p50Us: latency.response?.p50Us, p99Us: latency.response?.p99Us },
      },
      'kafka-perf-test': { ...tools.figures, windows: tools.windows, latencies: producer?.latencies },
      notes: tools.notes,
    })
    expect(tools.windows).toBeGreaterThanOrEqual(8)
    const reported = (name: 'recordsPerSec' | 'ingressPayloadBytesPerSec' | 'egressPayloadBytesPerSec') => ({
      [name]: { reported: tools.figures[name] ?? 0, counted: steady?.[name].mean ?? 0 },
    })
    const figures = {
      ...reported('recordsPerSec'),
      ...reported('ingressPayloadBytesPerSec'),
      ...reported('egressPayloadBytesPerSec'),
    }
    expect(agreementProblems(figures)).toEqual([])
  })
})
