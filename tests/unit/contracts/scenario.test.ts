import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { check } from '../../../src/contracts/parse.ts'
import { recordedScenario, type ScenarioInput, scenario } from '../../../src/contracts/scenario.ts'

const first: ScenarioInput = JSON.parse(
  readFileSync(new URL('../../../examples/first.headroom.json', import.meta.url), 'utf8'),
)

/** The first example with so many producers, each with its own settings. */
function withProducers(
  ...producers: readonly Partial<ScenarioInput['workload']['producers'][number]>[]
): ScenarioInput {
  const [pattern] = first.workload.producers
  if (pattern === undefined) throw new Error('the example has no producer')
  return { ...first, workload: { ...first.workload, producers: producers.map((own) => ({ ...pattern, ...own })) } }
}

function problemsOf(input: ScenarioInput) {
  const outcome = check(scenario, input)
  return outcome.ok ? [] : outcome.problems
}

describe('the date of the limits', () => {
  const asOf = (text: string) => problemsOf({ ...first, deployment: { ...first.deployment, asOf: text } })

  it.each(['2020-02', '2020-02-29', '2020-12-31'])('may be %s', (text) => {
    expect(asOf(text)).toEqual([])
  })

  it.each(['2020-02-30', '2021-02-29', '2020-04-31'])('is refused if no month has it: %s', (text) => {
    expect(asOf(text)).toMatchObject([{ message: expect.stringContaining('expected a day that its month has') }])
  })
})

describe('a scenario with a compression ratio', () => {
  it.each(['gzip', 'snappy', 'lz4', 'zstd'] as const)('takes any with %s', (compression) => {
    expect(problemsOf(withProducers({ compression, compressionRatio: 0.3 }))).toEqual([])
  })

  it('takes 1, or none, without a codec', () => {
    expect(
      problemsOf(withProducers({ compression: 'none', compressionRatio: 1 }, { compressionRatio: 1 }, {})),
    ).toEqual([])
  })

  it('is refused without a codec, with place, expectation and remedy, for each of its producers at once', () => {
    const problems = problemsOf(
      withProducers({ compressionRatio: 0.5 }, { compression: 'lz4' }, { compression: 'none', compressionRatio: 0.99 }),
    )
    expect(problems.map(({ place }) => place)).toEqual([
      'workload.producers[0].compressionRatio',
      'workload.producers[2].compressionRatio',
    ])
    expect(problems[0]?.message).toBe(
      '"order service" does not compress (compression is none): expected 1; name the codec in compression, or leave the ratio out (found 0.5)',
    )
  })

  it('says what a ratio above 1 is as a share', () => {
    const [problem] = problemsOf(withProducers({ compression: 'lz4', compressionRatio: 2.2 }))
    expect(problem?.message).toBe(
      'expected a number of at most 1, compressed bytes / uncompressed bytes; 2.2:1 is 0.455 (found 2.2)',
    )
  })

  it('is reported together with other problems of the scenario', () => {
    const input = withProducers({ compressionRatio: 0.5, topic: 'gone' })
    expect(problemsOf(input).map(({ place }) => place)).toEqual([
      'workload.producers[0].topic',
      'workload.producers[0].compressionRatio',
    ])
  })

  it('can be read in the record of a run that an earlier version made', () => {
    expect(check(recordedScenario, withProducers({ compressionRatio: 0.5 })).ok).toBe(true)
  })
})

describe('a scenario without a producer', () => {
  it('is refused, and learns how readers of a topic that was written before are said', () => {
    const [problem, ...others] = problemsOf(withProducers())
    expect(others).toEqual([])
    expect(problem?.place).toBe('workload.producers')
    expect(problem?.message).toMatch(/^expected at least one producer, .* give a producer that writes as fast as they/)
  })
})

describe('a scenario with cores of no speed', () => {
  it.each([0, -1])('is refused once, with the smallest speed that is taken', (coreSpeed) => {
    const input = { ...first, deployment: { ...first.deployment, host: { cores: 4, coreSpeed } } }
    expect(problemsOf(input).filter(({ place }) => place.endsWith('coreSpeed'))).toEqual([
      { place: 'deployment.host.coreSpeed', message: `expected a number of at least 0.05 (found ${coreSpeed})` },
    ])
  })
})

describe('a scenario with a producer that contradicts itself', () => {
  it.each(['0', '1'] as const)('is refused where it is idempotent with acks=%s, which Kafka does not allow', (acks) => {
    const problems = problemsOf(withProducers({ isIdempotent: true, acks: 'all' }, { isIdempotent: true, acks }))
    expect(problems).toEqual([
      {
        place: 'workload.producers[1].acks',
        message: `"order service" is idempotent, which Kafka allows with acks=all only: expected "all", or isIdempotent false (found "${acks}")`,
      },
    ])
  })
})

describe('a scenario with keys of each client', () => {
  const uniform = { kind: 'uniform' as const, distinct: 1_000 }

  it('takes as many as the distinct keys allow', () => {
    expect(problemsOf(withProducers({ clients: 500, keys: uniform, keysPerClient: 2 }))).toEqual([])
    expect(problemsOf(withProducers({ clients: 100_000, keys: { kind: 'uniform' }, keysPerClient: 10 }))).toEqual([])
  })

  it('is refused where they do not fit, for each of its producers at once', () => {
    const zipf = { kind: 'zipf' as const, distinct: 1_000, exponent: 1 }
    const problems = problemsOf(
      withProducers(
        { clients: 500, keys: uniform, keysPerClient: 3 },
        { clients: 2_000, keys: uniform, keysPerClient: 1 },
        { clients: 2, keys: { kind: 'none' }, keysPerClient: 1 },
        { clients: 2, keys: zipf, keysPerClient: 1 },
      ),
    )
    expect(problems).toEqual([
      {
        place: 'workload.producers[0].keysPerClient',
        message:
          '"order service" has 500 clients with 3 own keys each, together 1,500, more than keys.distinct, 1,000: expected at most 2, or keys.distinct of 1,500 or more (found 3)',
      },
      {
        place: 'workload.producers[1].keysPerClient',
        message:
          '"order service" has 2,000 clients with 1 own key each, together 2,000, more than keys.distinct, 1,000: expected at most 1,000 clients, or keys.distinct of 2,000 or more (found 1)',
      },
      {
        place: 'workload.producers[2].keysPerClient',
        message:
          '"order service" has no keys (keys.kind is none), so no client has keys of its own: expected keys of the kind uniform, or no keysPerClient (found 1)',
      },
      {
        place: 'workload.producers[3].keysPerClient',
        message:
          'the clients of "order service" are alike, and so are the keys of each: expected keys of the kind uniform instead of zipf, and busier clients as a producer entry of their own; or no keysPerClient (found 1)',
      },
    ])
  })

  it.each([0, 1.5, 1_000_001])('is refused with %s', (keysPerClient) => {
    const places = problemsOf(withProducers({ clients: 1, keys: { kind: 'uniform' }, keysPerClient })).map(
      ({ place }) => place,
    )
    expect(places).toContain('workload.producers[0].keysPerClient')
  })
})

describe('a scenario with a number that no cluster comes near', () => {
  it.each(['peakRecordsPerSec', 'averageRecordsPerSec', 'mostRecordsPerSec'] as const)('is refused: %s', (field) => {
    expect(problemsOf(withProducers({ [field]: 1e308 })).map(({ place }) => place)).toContain(
      `workload.producers[0].${field}`,
    )
  })
})
