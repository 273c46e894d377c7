import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { callHeadroom, headroomJson, itInWorkspace, leftAfter } from '../integration/validate-support.ts'
import { tryAgainOnNoise, whereIs } from '../noise.mjs'

/** A campaign over the first example with one replica, so that one broker is enough. */
async function campaignFile(workspace: string, method: object, rest: object = {}): Promise<string> {
  const scenario = JSON.parse(await readFile('tests/fixtures/scenarios/orders-2020.headroom.json', 'utf8'))
  for (const topic of scenario.workload.topics) topic.replicationFactor = 1
  const path = join(workspace, 'steps.campaign.json')
  const campaign = {
    kind: 'headroom.campaign',
    schemaVersion: 1,
    name: 'steps',
    scenario,
    method,
    coolDownMs: 0,
    ...rest,
  }
  await writeFile(path, JSON.stringify(campaign))
  return path
}

/** Why a step of a campaign tells nothing of the cluster. */
function noiseOfSteps(steps: readonly { readonly doubt: string | null; readonly limiter: string }[]): string | null {
  const reasons = steps.map(({ doubt, limiter }) => doubt ?? (limiter === 'client' ? 'client-bound' : null))
  return reasons.find((reason) => reason !== null) ?? null
}

// All run side by side, three at a time. The longest starts first, so that they take as long as it does.
describe.concurrent('a campaign on a real Kafka with quotas', () => {
  itInWorkspace(
    'finds that half the load is sustained and the whole is held by the quota',
    async ({ workspace, task }) => {
      const path = await campaignFile(workspace, { kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: true })
      const words = ['--target', 'embedded:kafka', '--scale', '0.02', '--quota-window-seconds', '2']
      const { value, err } = await tryAgainOnNoise(
        whereIs(task),
        async () => {
          const answer = await headroomJson(workspace, ['campaign', path, ...words])
          expect(answer.exitCode, answer.err).toBe(0)
          return answer
        },
        ({ value: { results } }) => noiseOfSteps(results),
      )
      expect(value.results.map((result: { isSustained: boolean }) => result.isSustained)).toEqual([true, false])
      expect(err, 'both runs share a cluster').toContain('Reusing the cluster of the previous run')
      expect(value.results[1].limiter).toBe('broker-throttle')
      expect(value.summary.saturation).toMatchObject({ loadFactor: 0.5, nextFactor: 1, runs: 1 })
      const { measured, expected } = value.summary.steps[1]
      const { likely } = expected.ingressWireBytesPerSec
      expect(Math.abs(measured.ingressWireBytesPerSec.mean / likely - 1)).toBeLessThan(0.05)
      expect(value.target.isDeclaredCapacity).toBe(true)
      expect(await leftAfter(workspace)).toEqual([])
    },
  )
})

describe.concurrent('a campaign on simulated brokers', () => {
  itInWorkspace('runs every step, is kept, and is shown again as it ended', async ({ workspace }) => {
    const fields = [{ path: 'workload.producers.0.lingerMs', values: [0, 20] }]
    const path = await campaignFile(workspace, { kind: 'sweep', fields }, { orderSeed: 4 })
    const words = ['--target', 'embedded:simulated', '--scale', '0.01', '--duration', '3s']
    const { exitCode, value, err } = await headroomJson(workspace, ['campaign', path, ...words])
    expect(exitCode, err).toBe(0)
    expect(value.status).toBe('complete')
    expect(value.summary.steps.map((step: { label: string }) => step.label)).toEqual(['lingerMs = 0', 'lingerMs = 20'])
    for (const result of value.results) expect(result.marks).toContain('simulated')
    const shown = await headroomJson(workspace, ['campaigns', 'show', value.id])
    expect(shown.value).toEqual(value)
    const { runs } = (await headroomJson(workspace, ['runs', 'list'])).value
    expect(runs.map((run: { id: string }) => run.id).sort()).toEqual(
      value.results.map((result: { runId: string }) => result.runId).sort(),
    )
  })

  itInWorkspace('is stopped by Ctrl-C, leaves nothing behind, and resumes at the same step', async ({ workspace }) => {
    const path = await campaignFile(workspace, { kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: false })
    const words = ['--target', 'embedded:simulated', '--scale', '0.01', '--duration', '3s', '--json']
    const call = callHeadroom(workspace, ['campaign', path, ...words])
    await call.says(/Run 2 of at most 2/)
    call.child.kill('SIGINT')
    const { exitCode, out, err } = await call.exited
    expect(exitCode, err).toBe(130)
    const stopped = JSON.parse(out)
    expect([stopped.status, stopped.results.length, stopped.error.code]).toEqual(['stopped', 1, 'ABORTED'])
    expect(await leftAfter(workspace)).toEqual([])
    const { value } = await headroomJson(workspace, ['campaign', '--resume', stopped.id])
    expect([value.status, value.id]).toEqual(['complete', stopped.id])
    expect(value.results.map((result: { stepId: string }) => result.stepId)).toEqual(['load-0.5', 'load-1'])
    expect(value.results[0]).toEqual(stopped.results[0])
  })
})

describe.concurrent('a published benchmark on simulated brokers', () => {
  itInWorkspace(
    'runs its short profile and ends with the table of its document, without a verdict',
    async ({ workspace }) => {
      const words = ['--profile', 'smoke', '--cloud', 'aws', '--target', 'embedded:simulated']
      const rest = ['--scale', '0.005', '--duration', '3s', '--report', join(workspace, 'report')]
      const { exitCode, value, err } = await headroomJson(workspace, ['benchmark', 'confluent-cku', ...words, ...rest])
      expect(exitCode, err).toBe(0)
      expect(err).toContain('Smoke profile: shape only.')
      expect(err).toMatch(/^Writes .*B before replication$/m)
      expect(err).toMatch(/^Duration +about \d+\ss$/m)
      const { rows, profile, clients } = value.summary.benchmark
      expect([profile, rows.length, rows[0].caseId, rows[0].cells[0].measured.mean > 0]).toEqual([
        'smoke',
        1,
        'aws',
        true,
      ])
      expect(clients[0].lines.map((line: { role: string }) => line.role)).toEqual([
        ...Array.from({ length: 4 }, () => 'producer'),
        ...Array.from({ length: 3 }, () => 'consumer-group'),
      ])
      expect(value.results[0].verdict).toBeNull()
      const html = await readFile(value.reports[0], 'utf8')
      expect(html).toMatch(/<th[^>]*>Producer bandwidth \(MB\/s\)<\/th>/)
      expect(html).toContain('smoke: shape only')
    },
  )
})
