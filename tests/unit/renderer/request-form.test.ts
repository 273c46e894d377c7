import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { validationRequest } from '../../../src/contracts/validation-request.ts'
import {
  emptyRequestForm,
  type RequestForm,
  readRequestForm,
  withKnownAgents,
  withoutPassword,
} from '../../../src/renderer/features/validation/request-form.ts'

const scenario = scenarioSchema.parse(
  JSON.parse(readFileSync(new URL('../../../examples/first.headroom.json', import.meta.url), 'utf8')),
)
const read = (change: Partial<RequestForm>) => readRequestForm({ ...emptyRequestForm, ...change }, scenario)

describe('the form of a validation', () => {
  it('is stored without its password for a reload', () => {
    const typed: RequestForm = { ...emptyRequestForm, target: 'connection', username: 'me', password: 'hunter2' }
    expect(withoutPassword(typed)).toEqual({ ...typed, password: '' })
  })

  it('requests the embedded cluster and the scenario’s values if it is empty', () => {
    expect(read({})).toEqual({ ok: true, request: { scenario, target: { kind: 'embedded' } } })
  })

  it('reads factors and durations as people write them', () => {
    const outcome = read({ scale: '10 %', duration: '1 min 50 s', quotaWindow: '2 s', quotaFactor: '0.7' })
    expect(outcome).toMatchObject({
      ok: true,
      request: { scale: 0.1, durationMs: 110_000, quotaWindowSeconds: 2, quotaFactor: 0.7 },
    })
    expect(outcome.ok && validationRequest.safeParse(outcome.request).success).toBe(true)
  })

  it('names the secret of a Prometheus endpoint, as a token or as a user’s password', () => {
    const typed = { target: 'connection' as const, bootstrapServers: 'a:9092', prometheusUrl: 'https://a:9404/metrics' }
    expect(read({ ...typed })).not.toHaveProperty('request.prometheusLogin')
    expect(read({ ...typed, prometheusSecretName: 'metrics' })).toMatchObject({
      request: { prometheusUrl: 'https://a:9404/metrics', prometheusLogin: { secret: 'metrics' } },
    })
    expect(read({ ...typed, prometheusUser: 'reader', prometheusSecretName: 'metrics' })).toMatchObject({
      request: { prometheusLogin: { username: 'reader', secret: 'metrics' } },
    })
    expect(read({ ...typed, prometheusUser: 'a:b' })).toMatchObject({
      ok: false,
      problems: { prometheusUser: expect.any(String), prometheusSecretName: expect.any(String) },
    })
  })

  it('reports all problems at once', () => {
    expect(read({ scale: 'half', duration: '5', quotaWindow: '1500 ms', quotaFactor: '-1' })).toEqual({
      ok: false,
      problems: {
        scale: expect.stringContaining('0.1 or 10 %'),
        duration: expect.stringContaining('no unit of time'),
        quotaWindow: 'Needs whole seconds, like 11 s.',
        quotaFactor: expect.stringContaining('not a factor'),
      },
    })
  })

  it('has scale and quotas for embedded clusters only', () => {
    const typed = { scale: '0.1', quotaFactor: '0.7', quotaWindow: '2 s', bootstrapServers: 'a:9092, [::1]:9093' }
    expect(read({ ...typed, target: 'connection', usesTls: false })).toEqual({
      ok: true,
      request: {
        scenario,
        target: {
          kind: 'connection',
          connection: {
            kind: 'headroom.connection',
            schemaVersion: 1,
            name: 'a:9092, [::1]:9093',
            bootstrapServers: ['a:9092', '[::1]:9093'],
          },
        },
      },
    })
    expect(read({ ...typed, target: 'embedded:simulated' })).toMatchObject({ ok: true, request: { scale: 0.1 } })
    expect(read({ ...typed, target: 'embedded:simulated' })).not.toHaveProperty('request.quotaFactor')
  })

  it('says for each field what a connection still needs', () => {
    const outcome = read({
      target: 'connection',
      bootstrapServers: 'broker',
      mechanism: 'PLAIN',
      password: 'hunter2',
    })
    expect(outcome).toMatchObject({
      ok: false,
      problems: {
        bootstrapServers: 'Needs host:port of one or more brokers.',
        username: 'Needs the name of the user.',
        password: 'Press “Use this connection”, which hands the password over.',
      },
    })
  })

  it('bounds its factors like a file, so that 10 instead of 10 % of a large cluster is seen at the field', () => {
    expect(read({ scale: '5000', quotaFactor: '0.001' })).toEqual({
      ok: false,
      problems: {
        scale: expect.stringContaining('from 0.000001 to 1,000'),
        quotaFactor: expect.stringContaining('from 0.01 to 100'),
      },
    })
  })

  it('takes as many brokers as a file, and says what is wrong with more', () => {
    const typed = (count: number) => {
      const servers = Array.from({ length: count }, (_, index) => `broker-${index}.example.com:9092`)
      return read({ target: 'connection', bootstrapServers: servers.join('\n') })
    }
    expect(typed(30)).toMatchObject({ ok: true })
    expect(typed(1_001)).toMatchObject({
      problems: { bootstrapServers: expect.stringContaining('at most 1000 items') },
    })
  })

  it('leaves out an agent that was removed after it was chosen', () => {
    const form: RequestForm = {
      ...emptyRequestForm,
      target: 'connection',
      bootstrapServers: 'a:9092',
      agents: ['x', 'y'],
    }
    const known = (...addresses: string[]) =>
      readRequestForm(
        withKnownAgents(
          form,
          addresses.map((address) => ({ address })),
        ),
        scenario,
      )
    expect(known('x', 'y', 'z')).toMatchObject({ request: { agents: { addresses: ['x', 'y'] } } })
    expect(known('y')).toMatchObject({ request: { agents: { addresses: ['y'] } } })
    expect(known()).not.toHaveProperty('request.agents')
  })
})
