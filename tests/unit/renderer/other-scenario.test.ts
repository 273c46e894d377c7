import { describe, expect, it } from 'vitest'
import { otherScenarioText } from '../../../src/renderer/features/validation/other-scenario.ts'
import { knownRecord } from '../presentation/known-run.ts'

const { scenario } = knownRecord

describe('the words beside a run that is not of the open scenario', () => {
  it('are none for a run of it, though the run is scaled or has a name of its own', () => {
    expect(otherScenarioText(knownRecord, scenario)).toBe('')
    expect(otherScenarioText({ ...knownRecord, name: 'Before the upgrade' }, scenario)).toBe('')
    const scaled = { ...scenario, deployment: { ...scenario.deployment, size: 7 } }
    expect(otherScenarioText({ ...knownRecord, scenario: scaled }, scenario)).toBe('')
    expect(otherScenarioText({ name: 'perf test', scenario: null }, scenario)).toBe('')
  })

  it('name the open scenario if the run is of another one', () => {
    expect(otherScenarioText(knownRecord, { ...scenario, name: 'Payments' })).toBe('another scenario than “Payments”')
  })
})
