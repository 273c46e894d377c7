import { describe, expect, it } from 'vitest'
import { type Campaign, campaign } from '../../../src/contracts/campaign.ts'
import { coolDownMsOf } from '../../../src/planning/cool-down.ts'
import { smallScenario } from '../workbench/small-scenario.ts'

const head = { kind: 'headroom.campaign', schemaVersion: 1, name: 'steps', method: { kind: 'single' } } as const

/** The quiet time of a campaign with these fields; `asked` is what the command line says of the quota window. */
function quietMs(fields: Partial<Campaign>, asked?: number): number {
  const given = campaign.parse({ ...head, scenario: smallScenario, ...fields })
  const window = asked === undefined ? {} : { quotaWindowSeconds: asked }
  return coolDownMsOf({ campaign: given, target: { kind: 'embedded:kafka' }, ...window })
}

describe('the cool-down between two runs', () => {
  it('is two of Kafka’s default quota windows by default', () => {
    expect(quietMs({})).toBe(22_000)
  })

  it('depends on the quota window, which the command line states before the campaign', () => {
    expect(quietMs({ quotaWindowSeconds: 30 })).toBe(60_000)
    expect(quietMs({ quotaWindowSeconds: 30 }, 3)).toBe(6_000)
    expect(quietMs({}, 60)).toBe(120_000)
  })

  it('is as stated in the campaign, if stated', () => {
    expect(quietMs({ coolDownMs: 0, quotaWindowSeconds: 30 })).toBe(0)
    expect(quietMs({ coolDownMs: 5_000 }, 30)).toBe(5_000)
  })
})
