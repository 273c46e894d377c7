import { describe, expect, it } from 'vitest'
import { planProducers } from '../../../../src/planning/planned-producers.ts'
import { alikeProducers } from '../../../../src/presentation/run/alike-producers.ts'
import { workloadSection } from '../../../../src/presentation/run/sections/workload-section.ts'
import { smallPlan } from '../../../integration/runner-controller.ts'
import { smallScenario } from '../../capacity/known-files.ts'

const withKeys = (keysPerClient?: number) =>
  smallScenario({
    producer: {
      clients: 4,
      recordKeyBytes: 8,
      keys: { kind: 'uniform', distinct: 100 },
      ...(keysPerClient === undefined ? {} : { keysPerClient }),
    },
  })

describe('own keys of clients in a report', () => {
  it('stand beside the settings of their producer, and nothing stands there without them', () => {
    const shown = (keysPerClient?: number) => JSON.stringify(workloadSection(withKeys(keysPerClient)))
    expect(shown(1)).toContain(', 1 own key per client')
    expect(shown(3)).toContain(', 3 own keys per client')
    expect(shown()).not.toContain('own key')
  })

  it('do not make alike clients different', () => {
    const { planned } = planProducers(withKeys(2), 'r1', new Map([['events', ['events']]]))
    expect(new Set(planned.map(({ partitioning }) => JSON.stringify(partitioning))).size).toBe(4)
    const plan = { ...smallPlan({ runId: 'r1' }), producers: [...planned] }
    expect(alikeProducers(plan).map(({ clients }) => clients)).toEqual([4])
  })
})
