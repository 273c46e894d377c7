import { describe, expect, it } from 'vitest'
import { benchmarkCampaign } from '../../../src/planning/benchmark-campaign.ts'
import { hostsModelOf, otherDeployments } from '../../../src/planning/campaign-offerings.ts'
import { readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'
import { dedicated, shippedOffering } from '../capacity/known-files.ts'

const campaignOf = async (id: string) => benchmarkCampaign(await readBenchmark(id, 'examples'), { profile: 'full' })

describe('the models of a campaign', () => {
  it('include the model of hosts if a benchmark of another model runs without limits', async () => {
    const modelsOf = async (id: string) => otherDeployments(await campaignOf(id)).map(({ offering }) => offering)
    expect(await modelsOf('aiven-writers')).toContain('apache-kafka-on-hosts')
    expect(await modelsOf('huawei-scenarios')).not.toContain('apache-kafka-on-hosts')
    expect(await modelsOf('confluent-cku')).toEqual([])
  })

  it('find the model of hosts at any position', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    expect(hostsModelOf({ offering: hosts })).toBe(hosts)
    expect(hostsModelOf({ offering: dedicated, otherOfferings: [hosts] })).toBe(hosts)
    expect(hostsModelOf({ offering: dedicated })).toBeUndefined()
  })
})
