import { describe, expect, it } from 'vitest'
import { stateText } from '../../../src/renderer/application/state-text.ts'
import { newScenario } from '../../../src/renderer/features/sizing/new-scenario.ts'
import { orders2020 } from '../capacity/known-files.ts'

const examples = [{ scenario: orders2020 }]
const opened = { scenario: orders2020, filePath: null, isChanged: false }

describe('the words beside the name of the scenario', () => {
  it('call an example so until it is changed', () => {
    expect(stateText(opened, examples)).toBe('Example')
    expect(stateText({ ...opened, isChanged: true }, examples)).toBe('Draft, kept in the workspace')
  })

  it('do not call a new scenario an example', () => {
    const blank = { ...opened, scenario: newScenario('confluent-cloud-dedicated') }
    expect(stateText(blank, examples)).toBe('Draft, kept in the workspace')
  })

  it('name the file of a scenario, and say if it is changed', () => {
    const saved = { ...opened, filePath: '/home/me/orders.headroom.json' }
    expect(stateText(saved, examples)).toBe('orders.headroom.json')
    expect(stateText({ ...saved, isChanged: true }, examples)).toBe('orders.headroom.json, changed; the draft is kept')
  })
})
