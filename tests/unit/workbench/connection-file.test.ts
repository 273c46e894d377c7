import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnectionFile, openConnectionText } from '../../../src/workbench/connections/connection-file.ts'
import { createHeldSecrets } from '../../../src/workbench/connections/held-secrets.ts'
import { secretNamesOf } from '../../../src/workbench/secrets/connection-files.ts'
import { refusal } from '../refusal.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headroom-connections-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function file(name: string, text: string): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, text)
  return path
}

const properties = (password: string) =>
  `bootstrap.servers=a.example:9092\nsecurity.protocol=SASL_SSL\nsasl.mechanisms=PLAIN\nsasl.username=me\n${password}`

describe('a connection that is opened', () => {
  it('may be Headroom’s JSON under any name, or properties', async () => {
    const json = { kind: 'headroom.connection', schemaVersion: 1, name: 'Ours', bootstrapServers: ['a.example:9092'] }
    const opened = await openConnectionFile(await file('ours.txt', `\n ${JSON.stringify(json)}`))
    expect(opened).toEqual({ connection: json, secrets: {}, notes: [] })
    const { connection, secrets } = await openConnectionFile(await file('a.config', properties('sasl.password=x')))
    expect([connection.bootstrapServers, secrets]).toEqual([['a.example:9092'], { 'sasl.password': 'x' }])
  })

  it('says what happens to its secret, and how to give a missing one', async () => {
    const [kept] = (await openConnectionFile(await file('with', properties('sasl.password=x')))).notes
    expect(kept).toContain('It is not stored')
    const [missing] = openConnectionText(properties('')).notes
    expect(missing).toContain('HEADROOM_SECRET_SASL_PASSWORD')
  })

  it('takes relative paths from the folder of its file, and refuses them in a pasted text', async () => {
    const text = properties('ssl.ca.location=tls/ca.pem')
    const opened = await openConnectionFile(await file('relative.properties', text))
    expect(opened.connection.tls?.caFile).toBe(join(directory, 'tls', 'ca.pem'))
    expect(() => openConnectionText(text)).toThrow('must be absolute')
  })

  it('does not repeat a password in place of a path in a pasted text', () => {
    const error = refusal(() => openConnectionText(properties('ssl.ca.location=hunter2')))
    expect(error.problems.map(({ place }) => place)).toEqual([
      'the authority (ssl.truststore.location, ssl.ca.location)',
    ])
    expect(JSON.stringify(error.toData())).not.toContain('hunter2')
  })

  it('says that its password is sent unencrypted if it has SASL PLAIN without TLS, in either form', async () => {
    const sasl = { mechanism: 'PLAIN', username: 'me', passwordSecret: 'ours' }
    const json = { kind: 'headroom.connection', schemaVersion: 1, name: 'Ours', bootstrapServers: ['a:9092'], sasl }
    const note = 'The password is sent unencrypted: the connection uses SASL PLAIN without TLS.'
    expect((await openConnectionFile(await file('open.json', JSON.stringify(json)))).notes).toContain(note)
    const scram = { ...json, sasl: { ...sasl, mechanism: 'SCRAM-SHA-256' } }
    expect((await openConnectionFile(await file('scram.json', JSON.stringify(scram)))).notes).not.toContain(note)
    const tls = { ...json, tls: {} }
    expect((await openConnectionFile(await file('tls.json', JSON.stringify(tls)))).notes).not.toContain(note)
    const plain = properties('sasl.password=x').replace('SASL_SSL', 'SASL_PLAINTEXT')
    expect(openConnectionText(plain).notes).toContain(note)
    expect(openConnectionText(properties('sasl.password=x')).notes).not.toContain(note)
  })

  it('that is wrong names file and lines', async () => {
    const path = await file('wrong.properties', properties('').replace('PLAIN', 'GSSAPI').replace('SASL_SSL', 'TLS'))
    await expect(openConnectionFile(path)).rejects.toMatchObject({
      code: 'CONNECTION_INVALID',
      problems: [{ place: `${path}:2` }, { place: `${path}:3` }],
    })
    expect(() => openConnectionText('')).toThrow('1 problem')
  })
})

describe('secrets of opened connections', () => {
  const open = (password: string) => openConnectionText(properties(password))
  const elsewhere = async (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'elsewhere']))

  it('are held under unique names, so that no connection gets those of another', async () => {
    const held = createHeldSecrets()
    const first = secretNamesOf(held.hold(open('sasl.password=one')))
    expect(Object.values(await held.resolve(first, elsewhere))).toEqual(['one'])
    const second = secretNamesOf(held.hold(open('sasl.password=two')))
    expect(second).not.toEqual(first)
    expect(Object.values(await held.resolve(second, elsewhere))).toEqual(['two'])
    expect(Object.values(await held.resolve(first, elsewhere))).toEqual(['one'])
  })

  it('are forgotten when four others were opened since', async () => {
    const held = createHeldSecrets()
    const first = secretNamesOf(held.hold(open('sasl.password=one')))
    for (const password of ['two', 'three', 'four', 'five']) held.hold(open(`sasl.password=${password}`))
    expect(Object.values(await held.resolve(first, elsewhere))).toEqual(['elsewhere'])
  })

  it('are given back with the connection under the names that it came with', () => {
    const held = createHeldSecrets()
    const opened = open('sasl.password=one')
    expect(held.heldOf(held.hold(opened))).toEqual({ connection: opened.connection, secrets: opened.secrets })
    expect(held.heldOf(createHeldSecrets().hold(opened)).connection).toEqual(opened.connection)
  })

  it('are not used for a connection without secrets', async () => {
    const held = createHeldSecrets()
    held.hold(open('sasl.password=one'))
    const names = secretNamesOf(held.hold(open('')))
    expect(names).toEqual(['sasl.password'])
    expect(await held.resolve(names, elsewhere)).toEqual({ 'sasl.password': 'elsewhere' })
  })
})
