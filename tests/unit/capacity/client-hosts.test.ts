import { describe, expect, it } from 'vitest'
import { clientHostsSentence } from '../../../src/capacity/client-hosts.ts'
import { predict } from '../../../src/capacity/predict.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, smallScenario, whitePaper } from './known-files.ts'

/** A CKU's 50 MB/s of 512-byte records to three groups, at payload. */
function oneCku(deployment: Partial<Scenario['deployment']>, workload: Partial<Scenario['workload']> = {}): Scenario {
  const scenario = smallScenario({
    producer: { peakRecordsPerSec: 50e6 / 512 },
    group: { count: 3, members: 4 },
    deployment: { size: 1, ...deployment },
  })
  return { ...scenario, workload: { ...scenario.workload, ...workload } }
}

const hostsOf = (scenario: Scenario) => predict(scenario, dedicated).clientHosts

describe('client hosts', () => {
  // By hand: 50 / 30.72 = 1.63 and 50 / 15.36 = 3.26, reading 150 / 92.16 and 150 / 46.08 the same.
  it.each([
    ['aws', 2],
    ['azure', 2],
    ['gcp', 4],
  ])('for a CKU are as many as the white paper of 2020 used on %s: %i', (cloud, hosts) => {
    expect(hostsOf(oneCku({ cloud }))?.hosts).toBe(hosts)
  })

  it('of its benchmark are 4 on AWS and 8 on Google Cloud, and those of the weakest cloud without a cloud', () => {
    const on = (cloud: string) => ({ ...whitePaper, deployment: { ...whitePaper.deployment, cloud } })
    expect([hostsOf(on('aws'))?.hosts, hostsOf(on('gcp'))?.hosts, hostsOf(whitePaper)?.hosts]).toEqual([4, 8, 8])
    expect(hostsOf(whitePaper)?.formula).toContain('the weakest hosts')
    expect(hostsOf(on('upcloud'))).toBeNull()
  })

  it('follow from a given ceiling, in the direction with the higher utilisation', () => {
    const clientHost = { producePayloadBytesPerSec: 100e6, consumePayloadBytesPerSec: 20e6 }
    const scenario = oneCku({}, { clientHost })
    expect(hostsOf(scenario)?.hosts).toBe(8)
    expect(clientHostsSentence(predict(scenario, dedicated))).toContain(
      '8 client hosts drive the offered load: max(50 MB/s in / 100 MB/s, 150 MB/s out / 20 MB/s) of payload a host = 8',
    )
    const idle = { ...scenario, deployment: { ...scenario.deployment, size: 40 } }
    expect(hostsOf(idle)).toEqual(hostsOf(scenario))
  })
})
