import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { mixtureAnswer } from '../../../src/renderer/features/sizing/mixture-answer.ts'
import { dedicated, first, smallScenario } from '../capacity/known-files.ts'

const clicks = { ...smallScenario({ deployment: { size: 9 } }), name: 'clicks' }

describe('other workloads in the window', () => {
  it('are predicted on the deployment of the edited scenario', () => {
    const answer = mixtureAnswer(first, [clicks], dedicated)
    if ('error' in answer) throw new Error(answer.error.message)
    expect(answer.scenario.deployment).toEqual(first.deployment)
    expect(answer.sections.map(({ id }) => id)).toEqual(['workloads', 'parts', 'not-modelled'])
    expect(answer.prediction.headroom).toBeLessThan(predict(first, dedicated).headroom)
  })

  it('are a scenario that the window can open', () => {
    const answer = mixtureAnswer(first, [clicks, clicks], dedicated)
    if ('error' in answer) throw new Error(answer.error.message)
    expect(scenarioSchema.safeParse(answer.scenario).success).toBe(true)
    expect(answer.scenario.workload.topics).toHaveLength(first.workload.topics.length + 2)
  })

  it('whose clients cannot be mixed give the reason, without words of the command line', () => {
    const java = { ...clicks, workload: { ...clicks.workload, clientFamily: 'java' as const } }
    const answer = mixtureAnswer(first, [java], dedicated)
    if (!('error' in answer)) throw new Error('expected a reason')
    expect(answer.error.problems[0]?.place).toBe('workload.clientFamily')
    expect(answer.error.remedy).not.toContain('--')
  })
})
