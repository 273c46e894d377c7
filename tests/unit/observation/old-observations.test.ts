import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { observation } from '../../../src/contracts/observation.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { shippedOffering } from '../capacity/known-files.ts'
import { openStores } from '../workbench/open-stores.ts'
import { knownDeployment } from './known-observation.ts'

/** An observation as Headroom stored it before questions named the missing right. */
const old: unknown = JSON.parse(readFileSync('tests/fixtures/observations/version-1.json', 'utf8'))
const offering = shippedOffering(knownDeployment.offering)
const stores = openStores()

describe('an observation of version 1', () => {
  it('is read as it was stored, and gives a scenario', () => {
    const store = stores.open()
    store.insertObservation(observation.parse(old))
    const stored = store.readObservation('known')
    expect(stored).toEqual(old)
    expect(stored.openQuestions.map(({ id }) => id)).toContain('refused-DescribeLogDirs')
    expect(scenarioOf(stored, knownDeployment, offering).scenario.workload.topics).toMatchObject([{ name: 'orders' }])
  })

  it('still shows the questions about refused requests if there is no load to predict', () => {
    const empty = { ...observation.parse(old), cluster: {}, topics: [], groups: [] }
    expect(() => scenarioOf(empty, knownDeployment, offering)).toThrowError(
      expect.objectContaining({
        problems: expect.arrayContaining([
          { place: 'brokers', message: expect.stringContaining('The right Cluster: DESCRIBE would allow it.') },
        ]),
      }),
    )
  })
})
