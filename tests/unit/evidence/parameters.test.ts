import { describe, expect, it } from 'vitest'
import { listParameters, withValues } from '../../../src/evidence/parameters.ts'
import { dedicated } from '../capacity/known-files.ts'
import { hardware, parameterOf, table } from './known-offerings.ts'

const ids = (model: typeof hardware) => listParameters(model).map(({ id, origin }) => `${id} ${origin}`)

describe('the parameters of a model', () => {
  it('are the fitted and assumed ones of broker hardware, not the measured ones and not the residual', () => {
    const found = ids(hardware)
    expect(found.filter((text) => text.endsWith('fitted'))).toEqual([
      'storageEfficiency fitted',
      'requestCpuUs fitted',
      'recordCpuUs fitted',
      'replicaFetchCpuUs fitted',
    ])
    expect(found).toContain('idleCores assumed')
    expect(found.filter((text) => /^byteCpuNs|residual/.test(text))).toEqual([])
  })

  it('are one rate per cloud and the exponents of a table', () => {
    expect(ids(table)).toEqual([
      'clouds.aws fitted',
      'clouds.gcp fitted',
      'coresExponent fitted',
      'nodesExponent assumed',
      'byteShare fitted',
    ])
  })

  it('are the bursts of the limit sets that the evidence refers to', () => {
    expect(ids(dedicated)).toEqual(['burst.2020-04 fitted', 'burst.2020-04.aws fitted'])
  })

  it.each([hardware, table, dedicated])('are set alone, and read back: $id', (model) => {
    for (const parameter of listParameters(model)) {
      const changed = parameter.with(0.123, model)
      expect(parameter.read(changed)).toBe(0.123)
      expect(parameter.value).toBe(parameter.read(model))
      for (const other of listParameters(model)) {
        if (other.id !== parameter.id) expect(other.read(changed)).toBe(other.value)
      }
      expect(withValues(changed, [parameter], [parameter.value])).toEqual(
        parameter.id.startsWith('burst') ? expect.anything() : model,
      )
    }
  })

  it('widen the band of a burst to contain its new likely value', () => {
    const burst = parameterOf(dedicated, 'burst.2020-04')
    const setAt = (value: number) =>
      burst.with(value, dedicated).limitSets.find(({ asOf }) => asOf === '2020-04')?.burst
    expect(setAt(1.4)).toMatchObject({ low: 1, likely: 1.4, high: 1.4 })
    expect(setAt(0.9)).toMatchObject({ low: 0.9, likely: 0.9, high: 1.2532 })
  })
})
