import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import type { Offering } from '../../../../src/contracts/offering.ts'
import { type Scenario, scenario as schema } from '../../../../src/contracts/scenario.ts'
import { provisionFiles } from '../../../../src/presentation/provision/provision-files.ts'
import { provisioningOf } from '../../../../src/presentation/provision/provisioning.ts'
import { changedFieldsText } from '../../../../src/presentation/sizing/changed-fields.ts'
import { enoughText } from '../../../../src/presentation/sizing/smaller-size-section.ts'
import { explainScenario } from '../../../../src/workbench/sizing/predict-scenario.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'
import { propertyRuns, propertyTimeoutMs } from '../../capacity/property-runs.ts'
import { cases } from '../../capacity/random-scenarios.ts'
import { shippedOfferings } from '../../capacity/shipped-offerings.ts'

const today = '2026-11-27'

const folder = new URL('../../../../examples/', import.meta.url)
const examples = readdirSync(folder).filter((name) => name.endsWith('.headroom.json'))

function exampleOf(name: string): Scenario {
  return schema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
}

/** The scenario as it is on its own offering; on another one with a tier in the middle and three units. */
function onOffering(scenario: Scenario, { id, tiers = [] }: Offering): Scenario {
  if (scenario.deployment.offering === id) return scenario
  const tier = tiers[Math.floor(tiers.length / 2)]
  return { ...scenario, deployment: { offering: id, size: 3, ...(tier === undefined ? {} : { tier: tier.id }) } }
}

/** All values of a scenario by their path. */
function valuesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([field, each]) => valuesOf(each, path === '' ? field : `${path}.${field}`))
}

/** The fields in which two scenarios differ, the size left out. */
function differences(before: Scenario, after: Scenario) {
  const earlier = new Map(valuesOf(before))
  return valuesOf(after)
    .filter(([path, value]) => earlier.get(path) !== value && path !== 'deployment.size')
    .map(([path, value]) => ({
      path,
      value: typeof value === 'number' ? value : String(value),
      from: earlier.get(path),
    }))
}

/** Compares what the sentence says with what the provisioned scenario is. */
function expectAlike(scenario: Scenario, offering: Offering): void {
  const { sentence, change } = explainScenario(scenario, offering).recommendation
  const { recommendation, sizeSentence } = provisioningOf(scenario, offering, {}, today)
  const { scenario: provisioned, smallest } = recommendation
  const unknown = 'Which size is enough is not known.'
  expect(sizeSentence.startsWith(unknown)).toBe(sentence === unknown)
  if (sentence === unknown) return
  const changes = differences(scenario, provisioned)
  const [lead = ''] = sentence.split(';')
  const said = changes.length === 0 ? '' : changedFieldsText(inOrder(changes, change?.changes), scenario)
  if (smallest === null) {
    expect(provisioned.deployment.size).toBe(scenario.deployment.size)
    expect(lead).toMatch(
      /^(No size( of \S+)? (is enough|keeps every limit)|Every size( of \S+)? refuses this workload)/,
    )
  } else {
    expect(provisioned.deployment.size).toBe(smallest.size)
    const enough = enoughText(provisioned.deployment, offering, recommendation.chanceMet)
    expect(lead.startsWith(enough), `${lead} / ${smallest.size}`).toBe(true)
    expect(predict(provisioned, offering)).toMatchObject({ isFeasible: true, smallest: { size: smallest.size } })
  }
  if (said === '') expect(lead).not.toContain(' with ')
  else expect(lead).toContain(` with ${said}`)
}

type Differences = ReturnType<typeof differences>

/** The differences in the order in which the sentence names them. */
function inOrder(changes: Differences, named: readonly { readonly path: string }[] = []): Differences {
  const placeOf = ({ path }: { readonly path: string }) => named.findIndex((each) => each.path === path)
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other))
}

describe('the size and the changes of the recommendation', () => {
  it.each(examples)(
    'are those of the provisioned scenario: %s on every offering',
    (name) => {
      for (const offering of shippedOfferings) expectAlike(onOffering(exampleOf(name), offering), offering)
    },
    propertyTimeoutMs,
  )

  it(
    'are those of the provisioned scenario, whatever the scenario',
    () => {
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => expectAlike(scenario, offering)),
        propertyRuns(60),
      )
    },
    propertyTimeoutMs,
  )
})

describe('the recommended scenario', () => {
  const payments = onOffering(exampleOf('payments.headroom.json'), standard())

  function standard(): Offering {
    const found = shippedOfferings.find(({ id }) => id === 'confluent-cloud-standard')
    if (found === undefined) throw new Error('The offering is shipped.')
    return found
  }

  it('has the change that the sentence begins with, and a note on the size without it', () => {
    const { recommendation, notes } = provisioningOf(payments, standard(), {}, today)
    expect(recommendation.scenario.deployment.size).toBe(1)
    expect(recommendation.changes[0]).toEqual({ path: 'workload.producers.0.lingerMs', from: 1, value: 10 })
    expect(notes).toContain('Changed: linger.ms 10 and fetch.min.bytes 65,536. Without it 7 eCKUs are enough.')
  })

  it('notes that the scenario has another value of a changed setting', () => {
    const [hosts] = shippedOfferings.filter(({ id }) => id === 'huawei-dms-kafka')
    const offering = hosts ?? standard()
    const provisioning = provisioningOf(
      onOffering(exampleOf('huawei-scenarios.headroom.json'), offering),
      offering,
      {},
      today,
    )
    const text = provisionFiles('properties', provisioning).files[0]?.text
    expect(text).toMatch(/# (?!As in the scenario).*\nbatch\.size=65536/)
  })

  it('keeps the settings if that is asked', () => {
    const { recommendation, notes } = provisioningOf(payments, standard(), { changes: 'none' }, today)
    expect(recommendation.scenario.deployment.size).toBe(7)
    expect(recommendation.changes).toEqual([])
    expect(notes).toEqual([])
  })

  it('says that an existing topic keeps its partitions where fewer are recommended', () => {
    const many = smallScenario({
      topic: { partitions: 5_000 },
      producer: { peakRecordsPerSec: 100 },
      deployment: { size: 1, asOf: '2026-03' },
    })
    const { recommendation, topics, notes } = provisioningOf(many, dedicated, { changes: 'assumed' }, today)
    expect(recommendation.changes).toEqual([{ path: 'workload.topics.0.partitions', from: 5_000, value: 4_500 }])
    expect(topics[0]?.reasons[0]).toMatch(/^4,500 partitions instead of 5,000 in the scenario, for a smaller size;/)
    expect(notes).toContain('Fewer partitions are only for new topics: an existing one keeps those that it has.')
  })

  it('keeps 2,000 partitions of a fixed 2,400, and says how full that number is', () => {
    const serverless = shippedOfferings.find(({ id }) => id === 'aws-msk-serverless') ?? standard()
    const deployment = { offering: serverless.id, size: 1, asOf: '2026-10' }
    const scenario = smallScenario({ topic: { partitions: 2_000 }, deployment })
    const { recommendation, sizeSentence } = provisioningOf(scenario, serverless, {}, today)
    expect(recommendation.changes).toEqual([])
    expect(sizeSentence).toContain('at or below 80 %, except partitions at 83 % of a fixed number (fullest')
  })

  it('says that the load is carried above the target, instead of that it is not carried', () => {
    const oneKey = { kind: 'uniform', distinct: 1 } as const
    const ofRate = (peakRecordsPerSec: number) =>
      smallScenario({ producer: { peakRecordsPerSec, recordKeyBytes: 8, keys: oneKey } })
    const notesAt = (rate: number) => provisioningOf(ofRate(rate), dedicated, {}, today).notes
    expect(notesAt(8_500)).toContain('What is written here carries the load, with a limit above 80 %.')
    expect(notesAt(60_000)).toContain('No size is enough for this load: what is written here does not carry it.')
  })

  it('notes what a service refuses, and what is only over a guideline', () => {
    const notesOn = (id: string, change: Parameters<typeof smallScenario>[0]) => {
      const offering = shippedOfferings.find((each) => each.id === id) ?? standard()
      return provisioningOf(onOffering(smallScenario(change), offering), offering, {}, today).notes.join('\n')
    }
    const guideline = notesOn('huawei-dms-kafka', {
      group: { count: 9000 },
      workload: { connections: { total: 100 } },
    })
    expect(guideline).toContain(
      'The workload is over a guideline of the vendor: 9,000 groups are over the guideline of',
    )
    expect(guideline).not.toContain('refuses')
    const refused = notesOn('huawei-dms-kafka', { group: { count: 9000 } })
    expect(refused).toContain('The deployment refuses the workload: 36,003 connections are refused')
    expect(refused).toContain('The workload is over a guideline of the vendor: 9,000 groups are over the guideline of')
    expect(refused.match(/The deployment refuses/g)).toHaveLength(1)
  })

  it('makes no change that rests on an assumption, unless that is asked', () => {
    const serverless = shippedOfferings.find(({ id }) => id === 'aws-msk-serverless') ?? standard()
    const scenario = onOffering(exampleOf('confluent-cku-2020.headroom.json'), serverless)
    expect(explainScenario(scenario, serverless).recommendation.sentence).toBe(
      'No size keeps every limit at or below 80 % as it is; 1 cluster is enough with compression.type lz4, if it halves the bytes.',
    )
    expect(provisioningOf(scenario, serverless, {}, today).recommendation.smallest).toBeNull()
    expect(provisioningOf(scenario, serverless, { changes: 'assumed' }, today).recommendation).toMatchObject({
      smallest: { size: 1 },
      changes: [{ value: 'lz4', from: 'none' }, { value: 0.5 }],
    })
  })
})
