import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeSelfSignedCertificate } from '../../../src/runner/agent/self-signed-certificate.ts'

describe('a certificate that is signed by itself', () => {
  it('names an address where it has one, so that clients that check names take it', () => {
    const { certificatePem } = makeSelfSignedCertificate('embedded', Date.now(), '127.0.0.1')
    const certificate = new X509Certificate(certificatePem)
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined()
    expect(certificate.verify(certificate.publicKey)).toBe(true)
  })

  it('names none where none was given', () => {
    const { certificatePem } = makeSelfSignedCertificate('agent', Date.now())
    expect(new X509Certificate(certificatePem).subjectAltName).toBeUndefined()
  })
})
