/**
 * Loads the certificate, key and token of an agent from the user's files, or creates them once in the state folder.
 */
import { createHash, createPrivateKey, randomBytes, timingSafeEqual, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { isOneAsciiLine, minTokenLength } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { makeStateFolder } from '../admin/make-state-folder.ts'
import { readSmallFile } from '../admin/read-small-file.ts'
import { makeSelfSignedCertificate } from './self-signed-certificate.ts'

/** Paths of the user's files. If one is undefined, its content is created once and kept in the state folder. */
export type CredentialFiles = {
  readonly stateDirectory: string
  readonly certificatePath?: string | undefined
  readonly keyPath?: string | undefined
  readonly tokenPath?: string | undefined
}

/** Certificate, key and token of an agent. */
export type Credentials = {
  readonly certificatePem: string
  readonly keyPem: string
  /** SHA-256 of the certificate, 64 hex digits. */
  readonly fingerprint: string
  readonly tokenPath: string
  /**
   * True if `token` is the agent's token. The comparison takes the same time for all tokens, so timing reveals nothing.
   */
  isToken(token: string): boolean
}

const tokenBytes = 32

/**
 * Reads the credentials. Creates missing ones in files that only the owner can read.
 * @throws AppError USAGE, FILE_UNREADABLE or FILE_UNWRITABLE, none of which quotes a key or token
 */
export function loadCredentials(files: CredentialFiles): Credentials {
  const { stateDirectory, certificatePath, keyPath } = files
  if ((certificatePath === undefined) !== (keyPath === undefined)) {
    throw new AppError('USAGE', 'A certificate and its key must be given together: --tls-cert FILE --tls-key FILE.', {
      remedy: 'Give both, or neither; without them the agent creates a self-signed certificate.',
    })
  }
  const ownFolder = join(stateDirectory, 'agent')
  const paths = {
    certificate: certificatePath ?? join(ownFolder, 'certificate.pem'),
    key: keyPath ?? join(ownFolder, 'key.pem'),
    token: files.tokenPath ?? join(ownFolder, 'token'),
  }
  if (certificatePath === undefined) makeOnce([paths.key, paths.certificate], makePair)
  if (files.tokenPath === undefined)
    makeOnce([paths.token], () => [`${randomBytes(tokenBytes).toString('base64url')}\n`])
  const certificatePem = read(paths.certificate, 'certificate')
  const keyPem = read(paths.key, 'key of the certificate')
  const fingerprint = fingerprintOf(certificatePem, keyPem, paths)
  const token = readToken(paths.token)
  const digest = sha256(token)
  return {
    certificatePem,
    keyPem,
    fingerprint,
    tokenPath: paths.token,
    isToken: (given) => timingSafeEqual(sha256(given), digest),
  }
}

/** Hashes a token. Digests are compared instead of tokens: all have the same length, so the length of the token stays secret. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function makePair(): string[] {
  const { certificatePem, keyPem } = makeSelfSignedCertificate(`headroom agent ${hostname()}`, Date.now())
  return [keyPem, certificatePem]
}

/** Writes the files, unless all of them exist and none is empty. `make` returns the contents in the order of the paths. */
function makeOnce(paths: readonly string[], make: () => readonly string[]): void {
  if (paths.every(isThere)) return
  const contents = make()
  for (const [index, path] of paths.entries()) {
    try {
      makeStateFolder(dirname(path))
      writeFileSync(path, contents[index] ?? '', { mode: 0o600 })
    } catch (error) {
      throw new AppError('FILE_UNWRITABLE', `The agent cannot keep its credentials: ${path}.`, {
        cause: error,
        remedy: 'Make its folder writable, or give another one with --state-dir DIR.',
      })
    }
  }
}

function isThere(path: string): boolean {
  try {
    return readSmallFile(path).length > 0
  } catch {
    return false
  }
}

function read(path: string, what: string): string {
  try {
    return readSmallFile(path)
  } catch (error) {
    throw new AppError('FILE_UNREADABLE', `The ${what} cannot be read: ${path}.`, {
      cause: error,
      remedy: 'Check the path, and that the agent may read the file.',
    })
  }
}

function readToken(path: string): string {
  const token = read(path, 'token').trim()
  if (token.length >= minTokenLength && isOneAsciiLine(token)) return token
  if (token.length >= minTokenLength) {
    throw new AppError('USAGE', `The token in ${path} is not one line of ASCII characters, so nobody can send it.`, {
      remedy: 'Write another one, for example with: openssl rand -base64 32',
    })
  }
  throw new AppError('USAGE', `The token in ${path} is shorter than ${minTokenLength} characters.`, {
    remedy: 'Write a longer one, for example with: openssl rand -base64 32',
  })
}

function fingerprintOf(
  certificatePem: string,
  keyPem: string,
  paths: { readonly certificate: string; readonly key: string },
): string {
  const refused = (why: string, cause?: unknown) =>
    new AppError('FILE_UNREADABLE', `${paths.certificate} and ${paths.key} are no certificate and key: ${why}.`, {
      cause,
      remedy: 'Give both in PEM, the key without a password.',
    })
  let certificate: X509Certificate
  let isKeyOfCertificate: boolean
  try {
    certificate = new X509Certificate(certificatePem)
    isKeyOfCertificate = certificate.checkPrivateKey(createPrivateKey(keyPem))
  } catch (error) {
    throw refused('they cannot be read', error)
  }
  if (!isKeyOfCertificate) throw refused('the key is of another certificate')
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase()
}
