import { campaign } from '../../../src/contracts/campaign.ts'
import type { CampaignRecord } from '../../../src/contracts/campaign-record.ts'
import { exampleOffering } from './example-run.ts'
import { smallScenario } from './small-scenario.ts'

/** A campaign of two steps that has begun. */
export function exampleCampaign(id: string, createdAtEpochMs = 1_000): CampaignRecord {
  return {
    kind: 'headroom.campaign-record',
    schemaVersion: 1,
    id,
    createdAtEpochMs,
    endedAtEpochMs: null,
    status: 'running',
    endDetail: null,
    request: {
      campaign: campaign.parse({
        kind: 'headroom.campaign',
        schemaVersion: 1,
        name: 'two steps',
        scenario: smallScenario,
        method: { kind: 'ladder', loadFactors: [0.5, 1] },
      }),
      target: { kind: 'embedded:kafka' },
      scale: 0.1,
    },
    offering: exampleOffering,
    target: null,
    results: [],
  }
}
