import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { type CredentialFiles, loadCredentials } from '../../../src/runner/agent/credentials.ts'
import { FailureLimit } from '../../../src/runner/agent/failure-limit.ts'
import { makeSelfSignedCertificate } from '../../../src/runner/agent/self-signed-certificate.ts'
import { temporaryFolder } from './agent-support.ts'

function refusalOf(work: () => unknown): readonly unknown[] {
  try {
    work()
  } catch (thrown) {
    const { code, message, remedy } = AppError.from(thrown)
    return [code, message, remedy]
  }
  return ['nothing was thrown']
}

function fileOf(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('a certificate of an agent of its own', () => {
  test.each([
    ['a common name', 'headroom agent here', Date.UTC(2026, 0, 1), 'Jan  1 00:00:00 2036 GMT'],
    ['a long one, and an end after 2049', `agent ${'x'.repeat(200)}`, Date.UTC(2045, 5, 1), 'Jun  1 00:00:00 2055 GMT'],
  ])('is read by others and signed by its own key: %s', (_what, name, nowMs, validTo) => {
    const certificate = new X509Certificate(makeSelfSignedCertificate(name, nowMs).certificatePem)
    expect(certificate.subject).toBe(`CN=${name}`)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.validTo).toBe(validTo)
  })
})

describe('the credentials of an agent', () => {
  test('are made once, readable only by the owner, and stay the same', () => {
    const stateDirectory = temporaryFolder()
    const first = loadCredentials({ stateDirectory })
    const second = loadCredentials({ stateDirectory })
    expect([second.fingerprint, second.keyPem]).toEqual([first.fingerprint, first.keyPem])
    for (const name of ['certificate.pem', 'key.pem', 'token']) {
      expect(statSync(join(stateDirectory, 'agent', name)).mode & 0o077).toBe(0)
    }
    const token = readFileSync(first.tokenPath, 'utf8').trim()
    expect([first.isToken(token), first.isToken(`${token}x`), first.isToken('')]).toEqual([true, false, false])
  })

  test('are made anew together if certificate or key is missing or empty', () => {
    const stateDirectory = temporaryFolder()
    const first = loadCredentials({ stateDirectory })
    rmSync(join(stateDirectory, 'agent', 'certificate.pem'))
    writeFileSync(first.tokenPath, '')
    const second = loadCredentials({ stateDirectory })
    expect([second.keyPem === first.keyPem, second.fingerprint === first.fingerprint]).toEqual([false, false])
    expect(readFileSync(second.tokenPath, 'utf8').trim().length).toBeGreaterThanOrEqual(40)
  })

  test('that are given are taken as they are, and none is made', () => {
    const stateDirectory = temporaryFolder()
    const { certificatePem, keyPem } = makeSelfSignedCertificate('given', 0)
    const certificatePath = fileOf(stateDirectory, 'given.pem', certificatePem)
    const keyPath = fileOf(stateDirectory, 'given.key', keyPem)
    const tokenPath = fileOf(stateDirectory, 'given', '  sixteen-letters!\n')
    const credentials = loadCredentials({ stateDirectory, certificatePath, keyPath, tokenPath })
    expect(credentials).toMatchObject({ certificatePem, keyPem, tokenPath })
    expect(credentials.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect([credentials.isToken('sixteen-letters!'), credentials.isToken('sixteen-letters')]).toEqual([true, false])
    expect(existsSync(join(stateDirectory, 'agent'))).toBe(false)
  })

  test('are refused with what is wrong and what to do, and no word of a key or token', () => {
    const stateDirectory = temporaryFolder()
    const one = makeSelfSignedCertificate('one', 0)
    const certificatePath = fileOf(stateDirectory, 'one.pem', one.certificatePem)
    const keyPath = fileOf(stateDirectory, 'two.key', makeSelfSignedCertificate('two', 0).keyPem)
    const shortPath = fileOf(stateDirectory, 'short', 'fifteen-letters\n')
    const nonePath = join(stateDirectory, 'none')
    const refused = (change: Partial<CredentialFiles>) =>
      refusalOf(() => loadCredentials({ stateDirectory, ...change }))
    const pair = 'A certificate and its key must be given together: --tls-cert FILE --tls-key FILE.'
    expect([
      refused({ certificatePath }),
      refused({ keyPath }),
      refused({ certificatePath, keyPath }),
      refused({ certificatePath, keyPath: shortPath }),
      refused({ tokenPath: shortPath }),
      refused({ tokenPath: nonePath }),
      refusalOf(() => loadCredentials({ stateDirectory: shortPath })),
    ]).toEqual([
      ['USAGE', pair, expect.stringContaining('Give both, or neither')],
      ['USAGE', pair, expect.stringContaining('Give both, or neither')],
      [
        'FILE_UNREADABLE',
        `${certificatePath} and ${keyPath} are no certificate and key: the key is of another certificate.`,
        expect.stringContaining('in PEM'),
      ],
      [
        'FILE_UNREADABLE',
        `${certificatePath} and ${shortPath} are no certificate and key: they cannot be read.`,
        expect.stringContaining('in PEM'),
      ],
      [
        'USAGE',
        `The token in ${shortPath} is shorter than 16 characters.`,
        expect.stringContaining('Write a longer one'),
      ],
      ['FILE_UNREADABLE', `The token cannot be read: ${nonePath}.`, expect.stringContaining('Check the path')],
      [
        'FILE_UNWRITABLE',
        `The agent cannot keep its credentials: ${join(shortPath, 'agent', 'key.pem')}.`,
        expect.stringContaining('--state-dir DIR'),
      ],
    ])
  })
})

describe('the limit of failures', () => {
  test('makes an address wait a minute after five, and no other address', () => {
    const limit = new FailureLimit()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(limit.waitMs('a', 1_000)).toBe(0)
      limit.noteFailure('a', 1_000)
    }
    expect([limit.waitMs('a', 1_000), limit.waitMs('b', 1_000)]).toEqual([60_000, 0])
    expect([limit.waitMs('a', 60_999), limit.waitMs('a', 61_000), limit.waitMs('a', 1_000)]).toEqual([1, 0, 0])
  })

  test('forgets the oldest address beyond ten thousand', () => {
    const limit = new FailureLimit()
    for (let attempt = 0; attempt < 5; attempt += 1) limit.noteFailure('first', 0)
    for (let index = 1; index < 10_000; index += 1) limit.noteFailure(`other ${index}`, 0)
    expect(limit.waitMs('first', 0)).toBe(60_000)
    limit.noteFailure('one more', 0)
    expect(limit.waitMs('first', 0)).toBe(0)
  })
})
