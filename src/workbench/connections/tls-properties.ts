/**
 * Reads the TLS settings of a properties file: Java's trust and key stores if they are PEM files, or librdkafka's
 * locations of PEM files.
 */
import type { Connection } from '../../contracts/connection.ts'
import type { PropertyEntry } from './properties-text.ts'
import { isPlaceholder, type PropertyFindings } from './property-findings.ts'

type Tls = NonNullable<Connection['tls']>

/** TLS settings, and the password of the client's key. */
export interface TlsReading {
  readonly tls: Tls
  /** Null if the file has no password or a placeholder for it. */
  readonly keyPassword: string | null
}

/** Name of the secret for the password of a client's key. */
export const keyPasswordSecret = 'ssl.key.password'

/**
 * For each Java store: what it contains, and the commands that export it as PEM. They name no path, because a password may
 * stand in its place by mistake.
 */
const stores = {
  truststore: {
    what: 'the authority',
    fromPkcs12: 'openssl pkcs12 -in STORE -cacerts -nokeys -out ca.pem',
    fromJks: 'keytool -exportcert -rfc -alias ALIAS -keystore STORE -file ca.pem',
  },
  keystore: {
    what: "the client's certificate and key",
    fromPkcs12: 'openssl pkcs12 -in STORE -out client.pem',
    fromJks:
      'convert it to PKCS12 first, by keytool -importkeystore -srckeystore STORE -destkeystore store.p12 -deststoretype PKCS12',
  },
} as const

const storeTypes = ['JKS', 'PKCS12', 'JCEKS', 'BCFKS']

/** Reads the TLS settings. Refuses settings that cannot be used and leaves them out. */
export function readTls(findings: PropertyFindings): TlsReading {
  noteLooserChecks(findings)
  refuseInlinePem(findings)
  const ca = readPath(findings, 'ssl.ca.location') ?? readStore(findings, 'truststore')
  const keyStore = readStore(findings, 'keystore')
  const certificate = readPath(findings, 'ssl.certificate.location') ?? keyStore
  const key = readPath(findings, 'ssl.key.location') ?? keyStore
  const hasPassword = findings.has(keyPasswordSecret)
  const password = findings.take(keyPasswordSecret)?.value ?? null
  // Store passwords are not needed: they protect JKS and PKCS12 files, and only PEM files are read.
  for (const name of ['ssl.truststore.password', 'ssl.keystore.password']) findings.take(name)
  if ((certificate === null) !== (key === null)) {
    findings.refuse(
      certificate ?? key,
      `needs ${certificate === null ? 'ssl.certificate.location' : 'ssl.key.location'} too`,
    )
  }
  return {
    tls: {
      ...(ca === null ? {} : { caFile: ca.value }),
      ...(certificate === null ? {} : { certificateFile: certificate.value }),
      ...(key === null ? {} : { keyFile: key.value }),
      ...(hasPassword ? { keyPasswordSecret } : {}),
    },
    keyPassword: password === null || isPlaceholder(password) ? null : password,
  }
}

/** Reads a path. librdkafka's value `probe` means the system's authorities, which are also used without a location. */
function readPath(findings: PropertyFindings, key: string): PropertyEntry | null {
  const entry = findings.take(key)
  return entry === null || entry.value === 'probe' ? null : entry
}

/** Reads the location of a Java store. Refuses a store that is not a PEM file, with the commands that convert it. */
function readStore(findings: PropertyFindings, name: keyof typeof stores): PropertyEntry | null {
  const type = findings.take(`ssl.${name}.type`)
  const location = findings.take(`ssl.${name}.location`)
  if (location === null || isPem(type, location)) return location
  const { what, fromPkcs12, fromJks } = stores[name]
  const kind =
    type === null ? 'JKS or PKCS12' : (storeTypes.find((each) => each === type.value.toUpperCase()) ?? 'Java')
  findings.refuse(
    location,
    `only Java reads a ${kind} store. Write ${what} to a PEM file (from PKCS12: ${fromPkcs12}; from JKS: ${fromJks}), and give ssl.${name}.type=PEM with its path`,
  )
  return null
}

function isPem(type: PropertyEntry | null, location: PropertyEntry): boolean {
  return type === null ? /\.(pem|crt|cer)$/i.test(location.value) : type.value.toUpperCase() === 'PEM'
}

/** Refuses PEM text inside the file, because a connection refers to files and never stores a private key. */
function refuseInlinePem(findings: PropertyFindings): void {
  const inline = [
    ['ssl.truststore.certificates', 'ssl.truststore.location with ssl.truststore.type=PEM'],
    ['ssl.keystore.certificate.chain', 'ssl.keystore.location with ssl.keystore.type=PEM'],
    ['ssl.keystore.key', 'ssl.keystore.location with ssl.keystore.type=PEM'],
    ['ssl.ca.pem', 'ssl.ca.location'],
    ['ssl.certificate.pem', 'ssl.certificate.location'],
    ['ssl.key.pem', 'ssl.key.location'],
  ] as const
  for (const [key, instead] of inline) {
    const entry = findings.take(key)
    if (entry !== null)
      findings.refuse(
        entry,
        `PEM text in the file is not read. Write it to a separate file and give its path: ${instead}`,
      )
  }
}

/** Adds a note if the file turns off checks of certificates, because Headroom ignores such settings. */
function noteLooserChecks(findings: PropertyFindings): void {
  const isAlgorithmSet = findings.has('ssl.endpoint.identification.algorithm')
  const entry = findings.take('ssl.endpoint.identification.algorithm')
  const isLoose = isAlgorithmSet && (entry === null || entry.value.toLowerCase() === 'none')
  const verify = findings.take('enable.ssl.certificate.verification')
  if (isLoose || verify?.value.toLowerCase() === 'false') {
    findings.notes.push('Certificates and host names are always verified. The setting that turns this off is ignored.')
  }
}
