import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { refuseUnconstrained } from '../../../src/evidence/constrained-parameters.ts'
import { listAllParameters } from '../../../src/evidence/parameters.ts'
import { dedicated } from '../capacity/known-files.ts'
import { serviceRun } from './known-runs.ts'

const { scenario } = serviceRun('run', 66e6)
const parameter = (id: string) => {
  const found = listAllParameters(dedicated).find((each) => each.id === id)
  if (found === undefined) throw new Error(`no parameter ${id}`)
  return found
}
const burst = parameter('burst.2026-03')

/** What is said of a parameter that was fitted as 100, within this interval. */
function refusalOf(low: number, high: number, of: Scenario | null = scenario, fitted = burst) {
  try {
    refuseUnconstrained(dedicated, [{ parameter: fitted, value: 100, interval: { low, high } }], of)
    return null
  } catch (error) {
    return AppError.from(error)
  }
}

describe('a fitted parameter', () => {
  it('is constrained if its interval lies between half and twice its value', () => {
    expect(refusalOf(50, 200)).toBeNull()
    expect(refusalOf(49.9, 200)?.problems).toHaveLength(1)
    expect(refusalOf(50, 200.1)?.problems).toHaveLength(1)
  })

  it('is named with its interval if it is not, and with a run that would constrain it', () => {
    const [problem] = refusalOf(9.96, 30_000)?.problems ?? []
    expect(problem?.place).toBe('burst.2026-03')
    expect(problem?.message).toBe(
      'the runs leave it anywhere between 10 and 30,000 ratio (95 %). A run at its limit with the same load once more would constrain it: there 1 % of it moves the prediction by 1 %.',
    )
    expect(refusalOf(0.004, 10)?.problems[0]?.message).toContain('between 0.0040 and 10 ratio')
  })

  it('is to be left out if no run of the workload depends on it, or no scenario is known', () => {
    expect(refusalOf(1, 1000, scenario, parameter('burst.2020-04'))?.problems[0]?.message).toContain(
      'No run of this workload depends on it: leave it out.',
    )
    expect(refusalOf(1, 1000, null)?.problems[0]?.message).toContain('No run has a scenario')
  })

  it('is refused together with all others that are open, and with none that is not', () => {
    const fitted = [
      { parameter: burst, value: 1, interval: { low: 0.9, high: 1.1 } },
      { parameter: parameter('burst.2020-04'), value: 1, interval: { low: 0.1, high: 9 } },
    ]
    const places = (() => {
      try {
        refuseUnconstrained(dedicated, fitted, scenario)
        return []
      } catch (error) {
        return AppError.from(error).problems.map(({ place }) => place)
      }
    })()
    expect(places).toEqual(['burst.2020-04'])
  })
})
