/**
 * Every place of a campaign that holds a text of others: what stands there after cleaning, and that nothing else is changed.
 */
import { describe, expect, it } from 'vitest'
import type { CampaignRecord } from '../../../src/contracts/campaign-record.ts'
import { cleanCampaign } from '../../../src/contracts/redact.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { hidden, leaky, open, replaced } from './leaky-texts.ts'

const campaign: CampaignRecord = {
  kind: 'headroom.campaign-record',
  schemaVersion: 1,
  id: 'known-campaign',
  createdAtEpochMs: 1,
  endedAtEpochMs: 2,
  status: 'incomplete',
  endDetail: leaky,
  offering: knownRecord.offering,
  target: { ...knownRecord.target, label: leaky, hosts: ['b1.example.com:9092'] },
  request: {
    campaign: { kind: 'headroom.campaign', schemaVersion: 1, name: leaky, notes: leaky, steps: 'its own' },
    target: {
      kind: 'connection',
      connection: {
        kind: 'headroom.connection',
        schemaVersion: 1,
        name: leaky,
        bootstrapServers: ['b1.example.com:9092', 'kafka:9093'],
      },
    },
    prometheusUrl: 'http://b1.example.com:9090/metrics',
    agents: { addresses: [`b1.example.com:7443#${'a'.repeat(64)}`], onLostAgent: 'go-on' },
  },
  results: [{ stepId: 's', label: 'S', reason: leaky }],
  notRun: [
    { stepId: 't', label: 'T', runId: null, reason: leaky, remedy: leaky },
    { stepId: 'u', label: 'U', runId: null, reason: leaky, remedy: null },
  ],
} as unknown as CampaignRecord

describe('a campaign with a text of others in every place', () => {
  it('loses its secrets and nothing else', () => {
    expect(cleanCampaign(campaign, false)).toStrictEqual(replaced(campaign, { [leaky]: open }))
  })

  it('without a list of hosts gets none', () => {
    const { hosts: _hosts, ...target } = campaign.target ?? knownRecord.target
    expect(cleanCampaign({ ...campaign, target }, false).target).toStrictEqual({ ...target, label: open })
  })

  it('redacted keeps addresses that can be read and lead nowhere, and no fingerprint', () => {
    const { hosts: _hosts, ...target } = campaign.target ?? knownRecord.target
    const expected = replaced(
      { ...campaign, target },
      {
        [leaky]: hidden,
        'b1.example.com:9092': 'host-1:0',
        'kafka:9093': 'host-2:0',
        'http://b1.example.com:9090/metrics': 'http://host-1/metrics',
        [`b1.example.com:7443#${'a'.repeat(64)}`]: 'host-1:0',
      },
    )
    expect(cleanCampaign(campaign, true)).toStrictEqual(expected)
  })

  it('hides the servers of its connection where they are words like others, and a host before it is given away', () => {
    const told = { ...campaign, endDetail: 'kafka and node_7 are gone', results: [{ reason: 'node_7:9092 left' }] }
    const cleaned = cleanCampaign(told as unknown as CampaignRecord, true)
    expect([cleaned.endDetail, cleaned.results[0]?.reason]).toEqual(['host-2 and host-3 are gone', 'host-3 left'])
  })

  it.each([false, true])('without any of them stays as it was, key by key (redacted: %s)', (isRedacted) => {
    const { notRun: _notRun, ...some } = campaign
    const bare = {
      ...some,
      endDetail: null,
      target: null,
      results: [],
      request: { campaign: { name: 'Ladder' }, target: { kind: 'embedded' } },
    } as unknown as CampaignRecord
    expect(cleanCampaign(bare, isRedacted)).toStrictEqual(bare)
  })
})
