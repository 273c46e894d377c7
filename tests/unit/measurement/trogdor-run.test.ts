import { expect, test } from 'vitest'
import type { ToolOutput } from '../../../src/contracts/runner-protocol.ts'
import { measureTrogdor } from '../../../src/measurement/trogdor-run.ts'
import { trogdorTasksOf } from '../../../src/measurement/trogdor-tasks.ts'
import { exampleDraft } from '../workbench/example-run.ts'

const { plan } = exampleDraft('trogdor')
const place = { bootstrapServers: 'b:9092', nodes: ['one', 'other'], startMs: 1_000_000 }
const tasks = trogdorTasksOf(plan, place)

/** What a coordinator tells of a task that is done. */
function stateOf(index: number, status: unknown): ToolOutput {
  const { id, spec } = tasks[index] ?? { id: '', spec: { class: '' } }
  const role = spec.class.endsWith('.ProduceBenchSpec') ? 'producer' : 'consumer'
  const state = { state: 'DONE', spec, startedMs: 1_000_000, doneMs: 1_010_000, status }
  return { role, name: id, version: 'x', lines: [{ atMs: 0, text: JSON.stringify(state) }], end: 'was DONE' }
}

const sent = { totalSent: 30_000, averageLatencyMs: 3, p50LatencyMs: 2, p95LatencyMs: 9, p99LatencyMs: 12 }
const read = {
  'consumer.x-0': { totalMessagesReceived: 30_000, totalBytesReceived: 30_000_000, recordProcessorStatus: null },
}
const outputs = tasks.map(({ spec }, index) => stateOf(index, spec.class.endsWith('.ProduceBenchSpec') ? sent : read))

test('clients go to the nodes in turn, and begin at one time', () => {
  const nodes = tasks.map(({ spec }) => spec.producerNode ?? spec.consumerNode)
  expect(nodes).toEqual(tasks.map((_, index) => place.nodes[index % 2]))
  for (const { spec } of tasks) expect(spec.startMs).toBeGreaterThanOrEqual(place.startMs)
})

test('by hand: 30,000 records in ten seconds are 3,000 a second, and nothing else is known', () => {
  const { figures, intervals, windows, notes } = measureTrogdor(plan, outputs)
  expect(figures.recordsPerSec).toBeCloseTo(3_000 * plan.producers.length)
  expect([figures.ingressWireBytesPerSec, figures.egressWireBytesPerSec, intervals, windows]).toEqual([
    null,
    null,
    null,
    0,
  ])
  expect(notes).toEqual([])
})

test('a producer that reported nothing is named, and there is no sum', () => {
  const silent = outputs.map((output) => (output.role === 'producer' ? { ...output, lines: [], end: null } : output))
  const { figures, notes } = measureTrogdor(plan, silent)
  expect(figures.recordsPerSec).toBeNull()
  expect(notes.join(' ')).toContain('sums without it would be wrong')
})

test('a consumer that reported nothing is named, and the sum of sent records is kept', () => {
  const silent = outputs.map((output) => (output.role === 'consumer' ? { ...output, lines: [] } : output))
  const { figures, notes } = measureTrogdor(plan, silent)
  expect(figures.recordsPerSec).toBeGreaterThan(0)
  expect(notes.join(' ')).toContain('what it read is not known')
})
