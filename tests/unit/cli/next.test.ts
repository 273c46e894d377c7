import { describe, expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

const scenario = 'examples/huawei-scenarios.headroom.json'

describe('headroom predict --next', () => {
  it('names the run after the prediction, with options of the command line in its commands', async () => {
    const { out, exitCode } = await headroom('predict', scenario, '--set', 'workload.producers.0.clients=2', '--next')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/What to measure next\n {2}Now: nine of ten such clusters carry/)
    expect(out).toMatch(
      new RegExp(
        `headroom validate ${scenario} --set workload.producers.0.clients=2 --set .* --target client.properties`,
      ),
    )
    expect(out).toContain('headroom models calibrate apache-kafka-on-hosts --runs last --name measured')
  })

  it('can be combined with other questions, and has the runs in JSON', async () => {
    const plain = (await headroom('predict', scenario, '--reverse', '--json')).json()
    const asked = (await headroom('predict', scenario, '--reverse', '--next', '--json')).json()
    const { next, ...others } = asked
    expect(others).toEqual(plain)
    expect(next.runs[0]).toMatchObject({ law: 'producer-pipeline', durationMs: 110_000 })
    expect(next.runs[0].scenario).toBeUndefined()
    expect(next.runs[0].commands).toHaveLength(3)
    expect((await headroom('predict', scenario, '--reverse', '--next')).out).toContain('What to measure next')
  })

  it('says why nothing is to be measured where limits are declared', async () => {
    const { out } = await headroom('predict', 'examples/first.headroom.json', '--next')
    expect(out).toMatch(/No run narrows this answer, because\s+the\s+vendor\s+declares\s+its\s+limits/)
    expect((await headroom('predict', 'examples/first.headroom.json', '--next', '--json')).json().next).toMatchObject({
      nothing: 'declared-limits',
      runs: [],
    })
  })
})
