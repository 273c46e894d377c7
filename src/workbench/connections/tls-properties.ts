/**
 * The TLS settings of a properties file: Java's trust and key stores as PEM files, or librdkafka's locations. Pure.
 */
import type { Connection } from '../../contracts/connection.ts'
import type { PropertyEntry } from './properties-text.ts'
import { isPlaceholder, type PropertyFindings } from './property-findings.ts'

type Tls = NonNullable<Connection['tls']>

/** TLS settings, and the password of the client's key from the file. */
export interface TlsReading {
  readonly tls: Tls
  readonly keyPassword: string | null
}

/** Name of the secret that holds the password of a client's key. */
export const keyPasswordSecret = 'ssl.key.password'

/** For each Java store: what it holds, and the commands that export it as PEM. */
const stores = {
  truststore: {
    what: 'the authority',
    toPem: (path: string) => `openssl pkcs12 -in ${path} -cacerts -nokeys -out ca.pem`,
    jksAlias: 'keytool -exportcert -rfc -alias ALIAS -keystore',
  },
  keystore: {
    what: "the client's certificate and key",
    toPem: (path: string) => `openssl pkcs12 -in ${path} -out client.pem`,
    jksAlias: null,
  },
} as const

/** The TLS settings. Settings that cannot be used are refused and left out. */
export function readTls(findings: PropertyFindings): TlsReading {
  noteLooserChecks(findings)
  refuseInlinePem(findings)
  const ca = readPath(findings, 'ssl.ca.location') ?? readStore(findings, 'truststore')
  const pair = readStore(findings, 'keystore')
  const certificate = readPath(findings, 'ssl.certificate.location') ?? pair
  const key = readPath(findings, 'ssl.key.location') ?? pair
  const hasPassword = findings.has(keyPasswordSecret)
  const password = findings.take(keyPasswordSecret)?.value ?? null
  // A store's own password guards JKS and PKCS12 files only; a PEM file has none.
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

/** A path. librdkafka's value `probe` means the system's authorities, which are used anyway if there is no location. */
function readPath(findings: PropertyFindings, key: string): PropertyEntry | null {
  const entry = findings.take(key)
  return entry === null || entry.value === 'probe' ? null : entry
}

function readStore(findings: PropertyFindings, name: keyof typeof stores): PropertyEntry | null {
  const type = findings.take(`ssl.${name}.type`)
  const location = findings.take(`ssl.${name}.location`)
  if (location === null || isPem(type, location)) return location
  const { what, toPem, jksAlias } = stores[name]
  const kind = type?.value.toUpperCase() ?? 'JKS or PKCS12'
  const direct = `${toPem(location.value)}`
  const jks =
    jksAlias === null
      ? `from a JKS file, convert it to PKCS12 first: keytool -importkeystore -srckeystore ${location.value} -destkeystore store.p12 -deststoretype PKCS12`
      : `from a JKS file: ${jksAlias} ${location.value} -file ca.pem`
  findings.refuse(
    location,
    `only Java reads a ${kind} store. Write ${what} to a PEM file (from PKCS12: ${direct}; ${jks}), and give ssl.${name}.type=PEM with its path`,
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

/** Adds a note if the file turns off checks of certificates: Headroom ignores such settings. */
function noteLooserChecks(findings: PropertyFindings): void {
  const algorithm = findings.has('ssl.endpoint.identification.algorithm')
  const entry = findings.take('ssl.endpoint.identification.algorithm')
  const isLoose = algorithm && (entry === null || entry.value.toLowerCase() === 'none')
  const verify = findings.take('enable.ssl.certificate.verification')
  if (isLoose || verify?.value.toLowerCase() === 'false') {
    findings.notes.push('Certificates and host names are always verified. The setting that turns this off is ignored.')
  }
}
