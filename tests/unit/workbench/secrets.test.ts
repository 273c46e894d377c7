import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostEnvironment } from '../../../src/workbench/fleets/host-environment.ts'
import { readConnection, secretNamesOf } from '../../../src/workbench/secrets/connection-files.ts'
import { readSecretsFile, resolveSecrets } from '../../../src/workbench/secrets/resolve-secrets.ts'
import { lateRefusal } from '../refusal.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

async function file(name: string, value: unknown): Promise<string> {
  const path = join(folder.path, name)
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const cluster = {
  kind: 'headroom.connection',
  schemaVersion: 1,
  name: 'Ours',
  bootstrapServers: ['broker.example:9092'],
  sasl: { mechanism: 'PLAIN', username: 'me', passwordSecret: 'our-cluster' },
  tls: { keyFile: '/key.pem', certificateFile: '/cert.pem', keyPasswordSecret: 'our-key' },
}

const { sasl: _sasl, tls: _tls, ...withoutLogin } = cluster

describe('connection files', () => {
  it('refer to secrets by name', async () => {
    expect(secretNamesOf(await readConnection(await file('good.json', cluster)))).toEqual(['our-cluster', 'our-key'])
  })

  it.each([
    ['sasl.password', { ...cluster, sasl: { mechanism: 'PLAIN', username: 'me', password: 'hunter2' } }],
    ['sasl.jaas.config', { ...cluster, 'sasl.jaas.config': 'password="hunter2"' }],
    ['tls.keyPassword', { ...cluster, tls: { keyPassword: 'hunter2' } }],
    ['apiSecret', { ...cluster, apiSecret: 'hunter2' }],
    ['sasl.apiKey', { ...cluster, sasl: { ...cluster.sasl, apiKey: 'hunter2' } }],
  ])('with a plain secret at %s are refused, and the secret is not repeated', async (place, value) => {
    const error = await lateRefusal(readConnection(await file('plain.json', value)))
    expect([error.code, error.problems.map((problem) => problem.place)]).toEqual(['CONNECTION_INVALID', [place]])
    expect(JSON.stringify(error.toData())).not.toContain('hunter2')
    expect(error.remedy).toContain('a secrets file')
  })

  it.each([
    ['sasl.passwordSecret', { ...cluster, sasl: { ...cluster.sasl, passwordSecret: 'hunter2 with a space' } }],
    ['sasl.mechanism', { ...cluster, sasl: { ...cluster.sasl, mechanism: 'hunter2' } }],
    ['bootstrapServers[0]', { ...cluster, bootstrapServers: ['me:hunter2@a.example:9092'] }],
    ['tls.caFile', { ...cluster, tls: { caFile: ['hunter2'] } }],
  ])('with a secret by mistake at %s are refused, and the secret is not repeated', async (place, value) => {
    const error = await lateRefusal(readConnection(await file('mistake.json', value)))
    expect(error.problems).toEqual([{ place, message: expect.stringMatching(/^expected /) }])
    expect(JSON.stringify(error.toData())).not.toContain('hunter2')
  })

  it.each([
    ['twice', '"hunter2": 1,\n"hunter2": 2,', 3, 'this field appears twice'],
    [
      'of a field that a connection has not',
      '"sasl": {\n"hunter2": 1},',
      3,
      'a connection has no such field; remove it',
    ],
    ['like a known one', '"sasl": {\n"usernamehunter2": 1},', 3, 'no such field; did you mean "username"?'],
    ['of the object around a plain secret', '"hunter2": {\n"password": "x"},', 3, 'must not contain a secret'],
    ['of a plain secret', '\n"hunter2password": "x",', 3, 'must not contain a secret'],
    ['of digits', '"1234": {\n"hunter2": 0},', 2, 'a connection has no such field'],
  ])('with a secret as the name %s are refused by its line, without the name', async (_what, fields, line, message) => {
    const path = await file('name.json', JSON.stringify(withoutLogin).replace('{', `{\n${fields}`))
    const error = await lateRefusal(readConnection(path))
    const problems = error.problems.filter((problem) => problem.message.includes(message))
    expect(problems.map(({ place }) => place.slice(0, path.length + 2))).toContain(`${path}:${line}`)
    expect(JSON.stringify(error.toData())).not.toMatch(/hunter2|1234/)
  })

  it('with another fault name it', async () => {
    const error = await lateRefusal(
      readConnection(await file('wrong.json', { ...cluster, bootstrapServers: ['nohost'] })),
    )
    expect(error.problems.map((problem) => problem.place)).toEqual(['bootstrapServers[0]'])
  })
})

describe('secrets', () => {
  it('come from the file first, then from the environment, then from a question', async () => {
    const asked: string[] = []
    const values = await resolveSecrets(['a.b', 'c-d', 'e'], {
      file: { 'a.b': 'from the file' },
      environment: { HEADROOM_SECRET_A_B: 'not this', HEADROOM_SECRET_C_D: 'from the environment' },
      prompt: async (name) => {
        asked.push(name)
        return 'typed'
      },
    })
    expect([values, asked]).toEqual([{ 'a.b': 'from the file', 'c-d': 'from the environment', e: 'typed' }, ['e']])
  })

  it('without a value are all named', async () => {
    const error = await lateRefusal(resolveSecrets(['one', 'two'], { environment: {} }))
    expect(error.code).toBe('AUTHENTICATION_FAILED')
    expect(error.problems.map((problem) => problem.place)).toEqual(['one', 'two'])
  })

  it('are not taken from what every object has', async () => {
    const error = await lateRefusal(resolveSecrets(['constructor'], { file: {}, environment: {} }))
    expect(error.problems.map((problem) => problem.place)).toEqual(['constructor'])
  })

  it.each([
    ['not an object', '["hunter2"]'],
    ['a number', '{"hunter2 ": 1}'],
    ['no JSON', '{"a": hunter2}'],
  ])('in a file with %s are refused without being repeated', async (_what, text) => {
    const error = await lateRefusal(readSecretsFile(await file('secrets.json', text)))
    expect(error.code).toBe('CONNECTION_INVALID')
    expect(JSON.stringify(error.toData())).not.toContain('hunter2')
  })

  it('of the environment do not reach a runner', () => {
    const environment = { PATH: '/bin', HOME: '/home/me', HEADROOM_SECRET_A: 'hunter2', AWS_SECRET_ACCESS_KEY: 'x' }
    expect(hostEnvironment(environment)).toEqual({ PATH: '/bin', HOME: '/home/me' })
  })

  it('gets the loop over records that its caller chose', () => {
    const environment = { HEADROOM_LOOP: 'reference', HEADROOM_SECRET_OURS: 'hunter2' }
    expect(hostEnvironment(environment)).toEqual({ HEADROOM_LOOP: 'reference' })
  })
})
