/**
 * Checks name resolution, TCP and TLS of the bootstrap servers separately, so that a failure names the step.
 */
import { lookup } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { authoritySettings } from '../../contracts/connection.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import { type ClusterAccess, splitServer } from '../admin/cluster-access.ts'
import { textOf } from '../admin/explain-kafka-error.ts'
import { tlsOptions } from '../admin/kafka-admin.ts'
import { failed, passed, skipped, warned } from './make-check.ts'

/** Time limit of each name, connection attempt and TLS handshake. */
const timeoutMs = 5_000

const maxShownServers = 3

/** Outcome of one step for one server. `error` is null if the step succeeded. */
type Attempt = { readonly server: string; readonly error: string | null }

/**
 * Checks name resolution, TCP and TLS, in this order. If a step fails for all servers, the following steps are skipped.
 * If it fails for some servers only, its check is a warning.
 */
export async function checkNetwork(access: ClusterAccess): Promise<PreflightCheck[]> {
  const resolved = await tryAll(access.bootstrapServers, resolveName)
  const address = judge('address', resolved, {
    passed: { one: 'resolves', several: 'resolve' },
    remedy: 'Check the spelling of the address, and DNS on this machine.',
  })
  if (address.state === 'failed') return [address, ...skipAfter(['tcp', 'tls'], 'the addresses do not resolve')]
  const reachable = resolved.filter(({ error }) => error === null).map(({ server }) => server)
  const opened = await tryAll(reachable, openPort)
  const tcp = judge('tcp', opened, {
    passed: { one: 'accepts connections', several: 'accept connections' },
    remedy: 'Check host and port, that the broker is up, and that no firewall blocks the connection.',
  })
  if (tcp.state === 'failed') return [address, tcp, ...skipAfter(['tls'], 'no broker listens')]
  if (access.tls === null) return [address, tcp, skipped('tls', 'The connection does not use TLS.')]
  const listening = opened.filter(({ error }) => error === null).map(({ server }) => server)
  return [address, tcp, await checkTls(listening, access.tls)]
}

/**
 * Checks whether every broker can be reached at the address that it advertises. A load goes to all brokers, but a
 * firewall or DNS may allow only the bootstrap server.
 *
 * Brokers of the user's cluster on this machine cause a warning. They share the machine with the load, so the result
 * may be the limit of the machine and not of the cluster.
 */
export async function checkAdvertised(
  servers: readonly string[],
  { isEmbedded }: { readonly isEmbedded: boolean },
): Promise<PreflightCheck> {
  const onThisMachine: string[] = []
  const attempts = await tryAll(servers, async (server) => {
    if (await openPort(server)) onThisMachine.push(server)
  })
  const bad = attempts.filter(({ error }) => error !== null)
  const count = `${attempts.length - bad.length} of ${attempts.length}`
  if (bad.length === 0) {
    const reached = `${count} brokers accept connections at their advertised addresses.`
    if (isEmbedded || onThisMachine.length === 0) return passed('advertised', reached)
    const shown = `${onThisMachine.slice(0, maxShownServers).join(', ')}${onThisMachine.length > maxShownServers ? ', …' : ''}`
    return warned(
      'advertised',
      `${reached} Those are on this machine (${shown}), so the brokers, or a tunnel to them, share its CPU, disk and network with the load.`,
      'Run the load on another machine, or read the result as a limit of this machine.',
    )
  }
  const shown = bad.slice(0, maxShownServers).map(({ server, error }) => `${server}: ${error}`)
  const more = bad.length > shown.length ? `; and ${bad.length - shown.length} more` : ''
  return failed(
    'advertised',
    `Only ${count} brokers can be reached at the address that they advertise. ${shown.join('; ')}${more}.`,
    'Let this machine resolve and reach these addresses, or correct advertised.listeners of the brokers.',
  )
}

async function checkTls(servers: readonly string[], tls: NonNullable<ClusterAccess['tls']>): Promise<PreflightCheck> {
  let options: ReturnType<typeof tlsOptions>
  try {
    options = tlsOptions(tls)
  } catch (error) {
    return failed(
      'tls',
      textOf(error),
      'Correct the paths in the connection. The files are read on the machine that runs the load.',
    )
  }
  return judge('tls', await tryAll(servers, (server) => shakeHands(server, options)), {
    passed: { one: 'completes the TLS handshake', several: 'complete the TLS handshake' },
    remedy: `Check that the port speaks TLS, and that the file of ${authoritySettings} holds the authority that signed the brokers' certificates.`,
  })
}

async function tryAll(servers: readonly string[], attempt: (server: string) => Promise<unknown>): Promise<Attempt[]> {
  return Promise.all(
    servers.map(async (server) => {
      try {
        await attempt(server)
        return { server, error: null }
      } catch (error) {
        return { server, error: meaningOf(error) }
      }
    }),
  )
}

/** Errors of sockets and of name resolution in plain words, by their codes. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to its network',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: 'it does not answer',
}

/** Describes an error: its meaning and code if the code is in `meanings`, otherwise its own text. */
function meaningOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code')
  const meaning = typeof code === 'string' && Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return meaning === undefined ? textOf(error) : `${meaning} (${code})`
}

function judge(
  id: 'address' | 'tcp' | 'tls',
  attempts: readonly Attempt[],
  words: { readonly passed: { readonly one: string; readonly several: string }; readonly remedy: string },
): PreflightCheck {
  const good = attempts.filter(({ error }) => error === null)
  const bad = attempts.filter(({ error }) => error !== null)
  const badText = bad.map(({ server, error }) => `${server}: ${error}`).join('; ')
  if (good.length === 0) return failed(id, badText, words.remedy)
  const passedText = good.length === 1 ? words.passed.one : words.passed.several
  const goodText = `${good.map(({ server }) => server).join(', ')} ${passedText}`
  if (bad.length > 0) return warned(id, `${goodText}. Failed: ${badText}`, words.remedy)
  return passed(id, `${goodText}.`)
}

function skipAfter(ids: readonly ('tcp' | 'tls')[], why: string): PreflightCheck[] {
  return ids.map((id) => skipped(id, `Not tried: ${why}.`))
}

/** Resolves a name within the time limit. The system itself would wait half a minute or more for a name server that is silent. */
async function resolveName(server: string): Promise<void> {
  const waiting = new AbortController()
  const timeLimit = sleep(timeoutMs, undefined, { signal: waiting.signal, ref: false }).then((): never => {
    throw new Error(`no name server answered within ${timeoutMs / 1000} s`)
  })
  timeLimit.catch(() => undefined)
  try {
    await Promise.race([lookup(splitServer(server).host), timeLimit])
  } finally {
    waiting.abort()
  }
}

/** Connects. Resolves to true if the server is on this machine: both ends have the same address, or it has a loopback address. */
function openPort(server: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ ...splitServer(server), timeout: timeoutMs })
    const end = (error: Error | null) => {
      const { localAddress, remoteAddress = '' } = socket
      socket.destroy()
      if (error === null) resolve(remoteAddress === localAddress || /^(::ffff:)?127\./.test(remoteAddress))
      else reject(error)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end(new Error(`no response within ${timeoutMs / 1000} s`)))
    socket.once('error', (error) => end(error))
  })
}

function shakeHands(server: string, options: ReturnType<typeof tlsOptions>): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host, port } = splitServer(server)
    const isName = !/^[\d.]+$|:/.test(host)
    const socket = connectTls({ ...options, host, port, timeout: timeoutMs, ...(isName ? { servername: host } : {}) })
    const end = (error: Error | null) => {
      socket.destroy()
      if (error === null) resolve()
      else reject(error)
    }
    socket.once('secureConnect', () => end(null))
    socket.once('timeout', () => end(new Error(`no handshake within ${timeoutMs / 1000} s`)))
    socket.once('error', (error) => end(error))
  })
}
