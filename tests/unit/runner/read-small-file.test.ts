import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tlsOptions } from '../../../src/runner/admin/kafka-admin.ts'
import { refusal } from '../refusal.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const tlsWith = (caFile: string) => ({ caFile, certificateFile: null, keyFile: null, keyPassword: null })

describe.runIf(process.platform !== 'win32')('a certificate that a controller names', () => {
  test('is read if it is a file', () => {
    const path = join(folder.path, 'ca.pem')
    writeFileSync(path, '-----BEGIN CERTIFICATE-----')
    expect(tlsOptions(tlsWith(path))).toEqual({ ca: ['-----BEGIN CERTIFICATE-----'] })
  })

  test('is refused if it has no certificate, which Node would ignore', () => {
    const path = join(folder.path, 'ca.jks')
    writeFileSync(path, 'a keystore of Java')
    expect(refusal(() => tlsOptions(tlsWith(path))).message).toContain('no certificate in PEM format')
  })

  test('is refused if it is a device, a pipe, a folder or too large', () => {
    const [pipe, large] = [join(folder.path, 'pipe'), join(folder.path, 'large')]
    execFileSync('mkfifo', [pipe])
    writeFileSync(large, Buffer.alloc(4_000_001))
    for (const path of ['/dev/zero', pipe, folder.path, large]) {
      expect(refusal(() => tlsOptions(tlsWith(path))).code).toBe('FILE_UNREADABLE')
    }
  })
})
