import { describe, expect, it } from 'vitest'
import { listAllParameters, listParameters, withValues } from '../../../src/evidence/parameters.ts'
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

  it.each([
    [hardware, table],
    [table, hardware],
  ])('of $id are 0 in a model of another kind, and change nothing in it', (model, other) => {
    for (const parameter of listParameters(model)) {
      expect(parameter.read(other)).toBe(0)
      expect(parameter.with(5, other)).toBe(other)
    }
  })

  it('are at most 1 if they are shares of a whole', () => {
    const bounds = [...listParameters(hardware), ...listParameters(table)].map(({ id, max }) => [id, max])
    const shares = ['storageEfficiency', 'networkEfficiency', 'parallelismLoss', 'byteShare']
    for (const [id, max] of bounds) expect([id, max]).toEqual([id, shares.includes(String(id)) ? 1 : null])
  })

  it('are for a calibration the bursts of all limit sets, with 1 for those that are not published', () => {
    const all = listAllParameters(dedicated)
    expect(all.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['burst.2020-04', 'burst.2020-04.aws', 'burst.2026-03']),
    )
    expect(all.find(({ id }) => id === 'burst.2026-03')).toMatchObject({ origin: 'assumed', value: 1, unit: 'ratio' })
    expect(all.find(({ id }) => id === 'burst.2020-04')?.origin).toBe('fitted')
    expect(listAllParameters(hardware).map(({ id }) => id)).toEqual(listParameters(hardware).map(({ id }) => id))
  })

  it('name the tier of a burst, and change the burst of that tier and date alone', () => {
    const [set] = dedicated.limitSets.filter(({ asOf }) => asOf === '2020-04')
    if (set === undefined) throw new Error('the white paper has limits')
    const other = { ...set, tier: 'other' }
    const model = { ...dedicated, limitSets: [set, other, { ...set, asOf: '2019-01' }] }
    const named = (id: string) => {
      const found = listAllParameters(model).find((each) => each.id === id)
      if (found === undefined) throw new Error(`no parameter ${id}`)
      return found
    }
    for (const id of ['burst.other.2020-04', 'burst.other.2020-04.aws']) {
      const changed = named(id).with(1.3, model)
      expect([changed.limitSets[0], changed.limitSets[2]]).toEqual([set, model.limitSets[2]])
      expect(named(id).read(changed)).toBe(1.3)
      expect(named(id).read({ ...model, limitSets: [set] })).toBe(1)
    }
    const bare = { ...model, limitSets: [set, { ...other, burst: undefined }] } as typeof dedicated
    expect(named('burst.other.2020-04.aws').with(1.3, bare)).toEqual(bare)
  })

  it('give a limit set without a burst one, from 1 to the new value', () => {
    const burst = listAllParameters(dedicated).find(({ id }) => id === 'burst.2026-03')
    const set = burst?.with(1.2, dedicated).limitSets.find(({ asOf, tier }) => asOf === '2026-03' && tier === undefined)
    expect(set?.burst).toEqual({ low: 1, likely: 1.2, high: 1.2, source: set?.interaction.source })
  })

  it('widen the band of a cloud’s burst to contain its new likely value', () => {
    const burst = parameterOf(dedicated, 'burst.2020-04.aws')
    const own = dedicated.limitSets.find(({ asOf }) => asOf === '2020-04')?.burst?.byCloud?.aws
    const setAt = (value: number) =>
      burst.with(value, dedicated).limitSets.find(({ asOf }) => asOf === '2020-04')?.burst?.byCloud?.aws
    expect(setAt(3)).toEqual({ ...own, likely: 3, high: 3 })
    expect(setAt(0.5)).toEqual({ ...own, low: 0.5, likely: 0.5 })
  })

  it('widen the band of a burst to contain its new likely value', () => {
    const burst = parameterOf(dedicated, 'burst.2020-04')
    const setAt = (value: number) =>
      burst.with(value, dedicated).limitSets.find(({ asOf }) => asOf === '2020-04')?.burst
    expect(setAt(1.4)).toMatchObject({ low: 1, likely: 1.4, high: 1.4 })
    expect(setAt(0.9)).toMatchObject({ low: 0.9, likely: 0.9, high: 1.2532 })
  })
})
