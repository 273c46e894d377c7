import { describe, expect, it } from 'vitest'
import { otherScenarioText } from '../../../src/renderer/features/validation/other-scenario.ts'
import { knownRecord } from '../presentation/known-run.ts'

const { scenario } = knownRecord

describe('the words beside a run that is not of the open scenario', () => {
  it('are none for a run of it, in whichever order its keys are', () => {
    expect(otherScenarioText(knownRecord, scenario)).toBe('')
    const { name, workload, deployment, ...rest } = scenario
    const turned = { deployment: Object.fromEntries(Object.entries(deployment).reverse()), workload, ...rest, name }
    expect(otherScenarioText(knownRecord, turned as typeof scenario)).toBe('')
  })

  it('name the open scenario if the run is of another one', () => {
    expect(otherScenarioText(knownRecord, { ...scenario, name: 'Payments' })).toBe('another scenario than “Payments”')
  })

  it('say that its values have changed since', () => {
    const larger = { ...scenario, deployment: { ...scenario.deployment, size: scenario.deployment.size + 1 } }
    expect(otherScenarioText(knownRecord, larger)).toBe(`with other values than “${scenario.name}” has now`)
    expect(otherScenarioText(knownRecord, { ...scenario, notes: 'read on Monday' })).toBe('')
  })
})
