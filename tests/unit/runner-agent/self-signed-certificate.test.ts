import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeSelfSignedCertificate } from '../../../src/runner/agent/self-signed-certificate.ts'

describe('a self-signed certificate', () => {
  it('names the address that it is given, so that clients that check names accept it', () => {
    const { certificatePem } = makeSelfSignedCertificate('embedded', Date.now(), '127.0.0.1')
    const certificate = new X509Certificate(certificatePem)
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined()
    expect(certificate.verify(certificate.publicKey)).toBe(true)
  })

  it('names no address if none is given', () => {
    const { certificatePem } = makeSelfSignedCertificate('agent', Date.now())
    expect(new X509Certificate(certificatePem).subjectAltName).toBeUndefined()
  })
})
