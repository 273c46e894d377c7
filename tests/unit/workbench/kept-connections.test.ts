import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection, Secrets } from '../../../src/contracts/connection.ts'
import { createHeldSecrets } from '../../../src/workbench/connections/held-secrets.ts'
import { createKeptConnections } from '../../../src/workbench/connections/kept-connections.ts'
import { openConnection } from '../../../src/workbench/connections/open-connection-call.ts'
import { noSecretBox, type SecretBox } from '../../../src/workbench/secrets/secret-box.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { turningBox } from './turning-box.ts'

const password = 'hunter2 of the staging cluster'
const text = `bootstrap.servers=broker.example:9092
security.protocol=SASL_SSL
sasl.mechanisms=PLAIN
sasl.username=me
sasl.password=${password}`
const plain: Connection = {
  kind: 'headroom.connection',
  schemaVersion: 1,
  name: 'lab',
  bootstrapServers: ['lab:9092'],
}

function workspace(): string {
  const path = mkdtempSync(join(tmpdir(), 'headroom-connections-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A program that starts on a workspace. */
function program(path: string, box: SecretBox) {
  const store = openStore(path)
  const held = createHeldSecrets()
  const kept = createKeptConnections({ box, store: () => store })
  const open = openConnection({ held, kept })
  return {
    open,
    kept,
    keep: (name: string, connection: Connection) => kept.keep(name, held.heldOf(connection)),
    /** Values with which a run on it would start. */
    async secretsOf(connection: Connection): Promise<Secrets> {
      return held.resolve([connection.sasl?.passwordSecret ?? ''], async () => ({}))
    },
    close: () => store.close(),
  }
}

/** Everything that lies in a workspace, its write-ahead log included. */
function bytesOf(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n')
}

test('a connection is kept with its password, which is never stored in plain text', async () => {
  const path = workspace()
  const first = program(path, turningBox)
  await first.keep('Staging', (await first.open({ kind: 'text', text })).connection)
  expect(bytesOf(path)).not.toContain(password)
  first.close()
  expect(bytesOf(path)).not.toContain(password)
  expect(bytesOf(path)).toContain('broker.example:9092')
  const next = program(path, turningBox)
  expect(next.kept.list()).toEqual([{ name: 'Staging', bootstrapServers: ['broker.example:9092'], secrets: 'kept' }])
  const opened = await next.open({ kind: 'kept', name: 'Staging' })
  expect(opened).toMatchObject({ keptAs: 'Staging', missingSecrets: [], connection: { name: 'Staging' } })
  expect(opened.notes).toEqual(['Its secret is kept by this computer’s keychain.'])
  expect(JSON.stringify(opened)).not.toContain(password)
  expect(Object.values(await next.secretsOf(opened.connection))).toEqual([password])
  next.close()
})

test('without a keychain it is kept without its password, and the password is asked for after a restart', async () => {
  const path = workspace()
  const first = program(path, noSecretBox)
  await first.keep('Staging', (await first.open({ kind: 'text', text })).connection)
  expect(first.kept.list()).toMatchObject([{ secrets: 'in-memory' }])
  const held = await first.open({ kind: 'kept', name: 'Staging' })
  expect(held.notes[0]).toMatch(/no keychain that Headroom can use.*stays in memory until Headroom ends/)
  expect(Object.values(await first.secretsOf(held.connection))).toEqual([password])
  first.close()
  expect(bytesOf(path)).not.toContain(password)
  const next = program(path, noSecretBox)
  expect(next.kept.list()).toMatchObject([{ secrets: 'missing' }])
  const opened = await next.open({ kind: 'kept', name: 'Staging' })
  expect([opened.missingSecrets, opened.notes]).toEqual([['sasl.password'], ['It is kept without its secret.']])
  const whole = await next.open({
    kind: 'typed',
    connection: opened.connection,
    secrets: { 'sasl.password': 'typed again' },
  })
  expect(whole.missingSecrets).toEqual([])
  expect(Object.values(await next.secretsOf(whole.connection))).toEqual(['typed again'])
  next.close()
})

test('a password that another computer’s keychain sealed is reported as unreadable', async () => {
  const path = workspace()
  const first = program(path, turningBox)
  await first.keep('Staging', (await first.open({ kind: 'text', text })).connection)
  first.close()
  const elsewhere = program(path, noSecretBox)
  const opened = await elsewhere.open({ kind: 'kept', name: 'Staging' })
  expect(opened.missingSecrets).toEqual(['sasl.password'])
  expect(opened.notes[0]).toMatch(/sealed on another computer or by another user/)
  elsewhere.close()
})

test('a connection of the same name is replaced with its password, and a forgotten one is deleted', async () => {
  const path = workspace()
  const { open, keep, kept, close } = program(path, turningBox)
  await keep('Staging', (await open({ kind: 'text', text })).connection)
  const other = await open({ kind: 'typed', connection: plain, secrets: {} })
  await keep('Staging', other.connection)
  expect(kept.list()).toEqual([{ name: 'Staging', bootstrapServers: ['lab:9092'], secrets: 'none' }])
  expect(bytesOf(path)).not.toContain(password)
  kept.forget('Staging')
  expect(kept.list()).toEqual([])
  await expect(open({ kind: 'kept', name: 'Staging' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  close()
})

test('a connection that names a secret without a value says which is missing', async () => {
  const { open, close } = program(workspace(), turningBox)
  const named = { ...plain, sasl: { mechanism: 'PLAIN' as const, username: 'me', passwordSecret: 'lab/kafka' } }
  expect(await open({ kind: 'typed', connection: named, secrets: {} })).toMatchObject({ missingSecrets: ['lab/kafka'] })
  close()
})
