import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { scenario as schema } from '../../../src/contracts/scenario.ts'
import { clientDefaults, settingEffects } from '../../../src/planning/setting-effects.ts'
import { dedicated, tuned } from '../capacity/known-files.ts'

describe('the effect of a client setting', () => {
  it('is the size with the client’s default, as a prediction of it has it', () => {
    const effectOf = settingEffects(tuned, dedicated, 0.8)
    for (const [setting, path, value] of [
      ['lingerMs', 'workload.producers.0.lingerMs', 5],
      ['fetchMinBytes', 'workload.consumerGroups.0.fetchMinBytes', 1],
    ] as const) {
      const usual = schema.parse(setScenarioField(tuned, path, value))
      const effect = effectOf(setting, setting === 'lingerMs' ? 50 : 65_536)
      expect(effect.byDefault).toBe(value)
      expect(effect.smallestByDefault?.size).toBe(predict(usual, dedicated).smallest?.size)
      expect(effect.smallestByDefault?.size).toBeGreaterThan(3)
    }
  })

  it('without compression counts all bytes', () => {
    const effect = settingEffects(tuned, dedicated, 0.8)('compression', 'lz4')
    expect(effect.smallestByDefault?.size).toBeGreaterThan(3)
  })

  it('is not predicted for defaults, nor for more than 24 values', () => {
    expect(settingEffects(tuned, dedicated, 0.8)('fetchMaxWaitMs', 500)).toEqual({ byDefault: 500 })
    const [producer] = tuned.workload.producers
    const producers = Array.from({ length: 40 }, (_, index) => {
      return { ...producer, name: `p${index}`, lingerMs: 10 + index, peakRecordsPerSec: 1_000 }
    })
    const many = schema.parse({ ...tuned, workload: { ...tuned.workload, producers } })
    const effectOf = settingEffects(many, dedicated, 0.8)
    expect(effectOf('lingerMs', 10).smallestByDefault).toBeDefined()
    expect(effectOf('lingerMs', 49)).toEqual({ byDefault: 5 })
  })

  it('knows the defaults of both families', () => {
    expect(clientDefaults.java.batchBytes).toBe(16_384)
    expect(clientDefaults.librdkafka.batchBytes).toBe(1_000_000)
  })
})
