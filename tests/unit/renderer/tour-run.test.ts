import { describe, expect, it } from 'vitest'
import { firstExample } from '../../../src/renderer/application/first-example.ts'
import { momentOfRun, offerText, tourRequest } from '../../../src/renderer/application/tour-run.ts'
import { startedRun } from '../../../src/renderer/features/validation/run-view.ts'
import { loadExamples } from '../../../src/workbench/sizing/scenario-files.ts'
import { knownRecord } from '../presentation/known-run.ts'

const examples = await loadExamples('examples')
const example = firstExample(examples)
if (example === undefined) throw new Error('There is no example.')
const request = tourRequest(example)

describe('the run at the end of the tour', () => {
  it('is a short run of the first example on the embedded cluster', () => {
    expect(examples.length).toBeGreaterThan(3)
    expect(request).toMatchObject({ scenario: { name: 'First look: orders on one CKU' }, target: { kind: 'embedded' } })
    expect(request.durationMs).toBeLessThan(60_000)
  })

  it('names target, written bytes and duration before it starts', () => {
    expect(offerText(request, null)).toMatch(/needs only this computer/)
    const preview = {
      target: { ...knownRecord.target, label: 'embedded Kafka' },
      summary: {
        ...{ topics: 1, partitions: 24, producerClients: 2, consumerClients: 4, durationMs: 48_000 },
        ...{ offeredRecordsPerSec: 3_000, writtenWireBytes: 146_000_000, quotaWindowMs: 4_000 },
      },
    }
    expect(offerText(request, preview)).toMatch(
      /It runs on embedded Kafka. It writes at most 146 MB .* to 1 topic, deleted afterwards. It takes 48 s of load/,
    )
  })

  it('is described while it is live, and by its result', () => {
    const live = startedRun('r1', 8_000)
    expect(momentOfRun(live)).toEqual({ title: 'Running', text: 'Preparing.' })
    const error = { code: 'ABORTED', message: 'The run was stopped.', remedy: null, problems: [] } as const
    const ended = momentOfRun({ ...live, isLive: false, error: { ...error, problems: [] } })
    expect(ended).toMatchObject({
      title: 'The result',
      text: expect.stringMatching(/^The run was stopped\. The load had not begun: nothing was sent\. Here you see/),
    })
  })
})
