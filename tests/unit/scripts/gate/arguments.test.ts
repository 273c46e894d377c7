import { describe, expect, it } from 'vitest'
import { parseGateArguments } from '../../../../scripts/gate/arguments.mjs'
import { longParts, shortSuites } from '../../../../scripts/gate/suites.mjs'

describe('parseGateArguments()', () => {
  it('asks for every short suite where nothing is named', () => {
    expect(parseGateArguments([], {})).toEqual({
      request: {
        suites: shortSuites,
        isLong: false,
        isSubset: false,
        isAllRequired: false,
        without: [],
        busyProcesses: 0,
        times: 1,
      },
    })
  })

  it('takes parts of the long tests by name', () => {
    const parsed = parseGateArguments(['--long', 'faults', 'soak'], {})
    const names = 'request' in parsed ? parsed.request.suites.map(({ name }) => name) : []
    expect(names).toEqual(['long-faults', 'long-soak'])
    expect(longParts.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  it('lets nothing be left out where all is required', () => {
    for (const [words, env] of [
      [['--all'], {}],
      [[], { CI: 'true' }],
    ] as const) {
      expect(parseGateArguments(words, env)).toMatchObject({ request: { isAllRequired: true } })
      expect(parseGateArguments([...words, '--without', 'kafka'], env)).toEqual({
        problems: [expect.stringContaining('--without contradicts')],
      })
    }
  })

  it('leaves out what the caller does without', () => {
    expect(parseGateArguments(['--without', 'kafka,display'], {})).toMatchObject({
      request: { without: ['kafka', 'display'] },
    })
  })

  it('names all problems at once', () => {
    const words = ['unti', '--busy', '17', '--times', 'often', '--without', 'java']
    expect(parseGateArguments(words, {})).toEqual({
      problems: [
        'unti: not a suite and not an option',
        '--busy 17: expected a whole number from 0 to 16',
        '--times often: expected a whole number from 1 to 100',
        '--without java: expected one of electron, runner, kafka, display',
      ],
    })
  })
})
