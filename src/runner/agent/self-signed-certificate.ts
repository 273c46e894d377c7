/**
 * Makes self-signed certificates, because Node can make keys and signatures but no certificates. Clients pin such a
 * certificate by its fingerprint. It is X.509 version 3 in DER (RFC 5280), with a P-256 key and ECDSA over SHA-256 (RFC
 * 5758).
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its key, in PEM. */
export type CertificatePair = { readonly certificatePem: string; readonly keyPem: string }

/** Clients that pin a certificate ignore its dates, but the format requires an end. */
const validForYears = 10

/** Validity begins a day before `nowMs`, so that a client whose clock is behind accepts the certificate. */
const validBeforeMs = 86_400_000

const tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  time: 0x18,
} as const
const versionTag = 0xa0
const version3 = 2
const extensionsTag = 0xa3
const ipAddressTag = 0x87
const serialBytes = 16

const commonNameOid = [0x55, 0x04, 0x03]
const subjectAltNameOid = [0x55, 0x1d, 0x11]
const ecdsaWithSha256Oid = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]

/**
 * Makes a key and its certificate.
 * @param nowMs current time (epoch ms)
 * @param address IPv4 address that the certificate names, for clients that check the name
 */
export function makeSelfSignedCertificate(commonName: string, nowMs: number, address?: string): CertificatePair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const toBeSigned = certificateBody(commonName, nowMs, publicKey, address)
  const signature = sign('sha256', toBeSigned, { key: privateKey, dsaEncoding: 'der' })
  const certificate = sequence(toBeSigned, algorithm(), der(tag.bitString, Buffer.concat([Buffer.of(0), signature])))
  return {
    certificatePem: pem('CERTIFICATE', certificate),
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function certificateBody(commonName: string, nowMs: number, publicKey: KeyObject, address?: string): Buffer {
  const name = sequence(der(tag.set, sequence(oid(commonNameOid), der(tag.utf8, Buffer.from(commonName)))))
  const end = new Date(nowMs)
  end.setUTCFullYear(end.getUTCFullYear() + validForYears)
  return sequence(
    der(versionTag, der(tag.integer, Buffer.of(version3))),
    der(tag.integer, serialNumber()),
    algorithm(),
    name,
    sequence(time(new Date(nowMs - validBeforeMs)), time(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(address === undefined ? [] : [der(extensionsTag, sequence(alternativeName(address)))]),
  )
}

/** Encodes the extension subjectAltName, by which clients that check names accept an address (RFC 5280, 4.2.1.6). */
function alternativeName(address: string): Buffer {
  const names = sequence(der(ipAddressTag, Buffer.from(address.split('.').map(Number))))
  return sequence(oid(subjectAltNameOid), der(tag.octetString, names))
}

/** Makes a random serial number that is positive and has no leading zeros, as DER requires. */
function serialNumber(): Buffer {
  const bytes = randomBytes(serialBytes)
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes
}

function algorithm(): Buffer {
  return sequence(oid(ecdsaWithSha256Oid))
}

/** Encodes a time as UTCTime up to 2049 and as GeneralizedTime after that (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const year = date.getUTCFullYear()
  const digits = date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  const isShortYear = year >= 1950 && year < 2050
  const utcTimeTag = 0x17
  return der(isShortYear ? utcTimeTag : tag.time, Buffer.from(`${isShortYear ? digits.slice(2) : digits}Z`))
}

function oid(bytes: readonly number[]): Buffer {
  return der(tag.oid, Buffer.from(bytes))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(tag.sequence, Buffer.concat(parts))
}

/** Encodes tag, length and content. Lengths of 128 and more take one or two extra bytes. */
function der(tagByte: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tagByte, ...lengthBytes), content])
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
