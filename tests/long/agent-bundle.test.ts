/**
 * The agent's bundle on a host that has nothing: unpacked in an empty folder, started with an empty environment and a path
 * that holds what a shell script needs, and given a share of a run. Half a minute.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { connectionTo, runOnAgents, startAgentProcess } from '../integration/agents-support.ts'
import { makeStateDirectory, startCluster } from '../integration/embedded-support.ts'
import { smallPlan } from '../integration/runner-controller.ts'

const run = promisify(execFile)
const repository = resolve('.')

describe.skipIf(process.platform === 'win32')('the agent’s bundle', () => {
  test('runs where nothing else is installed', async () => {
    const { stdout } = await run(process.execPath, ['scripts/agent-bundle.mjs'], { cwd: repository })
    const bundle = /\S+\.tar\.gz/.exec(stdout)?.[0] ?? ''
    const folder = makeStateDirectory()
    await run('tar', ['-xzf', bundle, '-C', folder])
    expect(readdirSync(folder)).toEqual(['headroom-agent'])
    const bare = join(folder, 'bin')
    mkdirSync(bare)
    for (const name of ['sh', 'dirname', 'readlink']) {
      const { stdout: path } = await run('sh', ['-c', `command -v ${name}`])
      symlinkSync(path.trim(), join(bare, name))
    }
    const home = join(folder, 'home')
    mkdirSync(home)
    const environment = ['env', '-i', '-C', home, `HOME=${home}`, `PATH=${bare}`]
    const [{ cluster }, unpacked, own] = await Promise.all([
      startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }),
      startAgentProcess({ before: environment, program: [join(folder, 'headroom-agent', 'headroom-agent')] }),
      startAgentProcess(),
    ])
    const shape = { recordsPerSec: 1_000, producers: 2, partitions: 4, groups: 2, durationMs: 5_000 }
    const plan = smallPlan({ runId: 'bundle', ...shape })
    const { end, samples, members } = await runOnAgents([unpacked, own], {
      plan,
      target: connectionTo(cluster.bootstrapServers),
    })
    expect(end, JSON.stringify(end)).toMatchObject({ reason: 'plan-complete', error: null })
    expect(members()[0]?.producerIds.length).toBeGreaterThan(0)
    const { accounting } = computeResult(plan, samples)
    expect(accounting).toMatchObject({ isClosed: true, offeredRecords: 5_000, unknownRecords: 0, rejectedRecords: 0 })
    for (const group of accounting.groups) expect(group.lostRecords).toBe(0)
    // Nothing is left outside its state folder.
    expect(readdirSync(home)).toEqual([])
  })
})
