import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { loadCredentials } from '../../../src/runner/agent/credentials.ts'
import { FailureLimit } from '../../../src/runner/agent/failure-limit.ts'
import { makeSelfSignedCertificate } from '../../../src/runner/agent/self-signed-certificate.ts'
import { temporaryFolder } from './agent-support.ts'

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return AppError.from(error).code
  }
  return 'nothing was thrown'
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
  test('are made once, for the owner alone, and stay the same', () => {
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

  test('are refused where certificate and key do not belong together, one is missing, or the token is short', () => {
    const stateDirectory = temporaryFolder()
    const write = (name: string, text: string) => {
      const path = join(stateDirectory, name)
      writeFileSync(path, text)
      return path
    }
    const one = makeSelfSignedCertificate('one', 0)
    const certificatePath = write('one.pem', one.certificatePem)
    const foreignKeyPath = write('two.key', makeSelfSignedCertificate('two', 0).keyPem)
    const shortPath = write('token', 'short\n')
    expect([
      codeOf(() => loadCredentials({ stateDirectory, certificatePath })),
      codeOf(() => loadCredentials({ stateDirectory, certificatePath, keyPath: foreignKeyPath })),
      codeOf(() => loadCredentials({ stateDirectory, certificatePath, keyPath: shortPath })),
      codeOf(() => loadCredentials({ stateDirectory, tokenPath: shortPath })),
      codeOf(() => loadCredentials({ stateDirectory, tokenPath: join(stateDirectory, 'none') })),
    ]).toEqual(['USAGE', 'FILE_UNREADABLE', 'FILE_UNREADABLE', 'USAGE', 'FILE_UNREADABLE'])
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
    for (let index = 0; index < 10_000; index += 1) limit.noteFailure(`other ${index}`, 0)
    expect(limit.waitMs('first', 0)).toBe(0)
  })
})
