/**
 * Tests whether librdkafka, the client of the load, can reach a cluster: connects and requests metadata. Writes nothing.
 */
import { performance } from 'node:perf_hooks'
import type { Producer } from 'node-rdkafka'
import { AppError } from '../../contracts/app-error.ts'
import { authoritySettings } from '../../contracts/connection.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { disconnectClient } from './connect-client.ts'
import type { Rdkafka } from './load-rdkafka.ts'
import { accessSettings } from './rdkafka-config.ts'

/** Result of the test. */
export type ReachedCluster = {
  /** Number of brokers in the client's metadata. */
  readonly brokers: number
  /** Round-trip time in ms of each metadata request after the client was connected. */
  readonly roundTripsMs: readonly number[]
}

/** Input of the test. */
export type ReachOrder = { readonly access: ClusterAccess; readonly clientId: string; readonly timeoutMs: number }

const roundTrips = 5
const disconnectTimeoutMs = 1_500

/**
 * Failures that waiting does not resolve. They end the test, because librdkafka itself would retry until the timeout.
 */
const hopeless = /SSL handshake failed|authentication (error|failed)|No provider for SASL|certificate verify failed/i

/**
 * Connects, requests the list of brokers a few times, and disconnects. The requests name no topic, because that could
 * create a topic.
 * @throws AppError CLUSTER_UNREACHABLE or AUTHENTICATION_FAILED with the client's own message
 */
export async function reachCluster(rdkafka: Rdkafka, order: ReachOrder): Promise<ReachedCluster> {
  const producer = createClient(rdkafka, order)
  try {
    await connect(producer, order)
    const roundTripsMs: number[] = []
    let brokers = 0
    for (let trip = 0; trip < roundTrips; trip += 1) {
      const before = performance.now()
      brokers = await askForBrokers(producer, order.timeoutMs)
      roundTripsMs.push(performance.now() - before)
    }
    return { brokers, roundTripsMs }
  } finally {
    await disconnectClient(producer, disconnectTimeoutMs)
  }
}

/** Creates the client. Invalid settings fail here. */
function createClient(rdkafka: Rdkafka, { access, clientId }: ReachOrder): Producer {
  try {
    return new rdkafka.Producer(accessSettings(access, clientId), {})
  } catch (error) {
    throw unreachable(error instanceof Error ? error.message : String(error))
  }
}

function connect(producer: Producer, { timeoutMs }: ReachOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    let lastFailure: string | null = null
    producer.on('event.error', () => undefined)
    producer.on('event.log', ({ fac, message }: { fac?: string; message?: string }) => {
      if (fac !== 'FAIL' || message === undefined) return
      lastFailure = plainWords(message)
      if (hopeless.test(message)) reject(unreachable(lastFailure))
    })
    producer.connect({ allTopics: false, timeout: timeoutMs }, (error) => {
      if (error) reject(unreachable(lastFailure ?? error.message))
      else resolve()
    })
  })
}

function askForBrokers(producer: Producer, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    producer.getMetadata({ allTopics: false, timeout: timeoutMs }, (error, metadata) => {
      if (error) reject(unreachable(error.message))
      else resolve(metadata.brokers.length)
    })
  })
}

/** Returns a log line of librdkafka without thread name, repetition note and OpenSSL prefix. */
export function plainWords(message: string): string {
  return message
    .replace(/^\[thrd:[^\]]*\]: /, '')
    .replace(/ \(after \d+ms in state .*\)$/, '')
    .replace(/error:[0-9A-F]+:SSL routines:[^:]*:/, '')
    .slice(0, 300)
}

const remedies: readonly { readonly pattern: RegExp; readonly remedy: string }[] = [
  {
    pattern: /certificate|SSL|TLS/i,
    remedy: `The load's client trusts the system's authorities: install them (Debian: ca-certificates), or name the authority's PEM file: ${authoritySettings}.`,
  },
  {
    pattern: /authentication|SASL/i,
    remedy: 'Check user, password and SASL mechanism of the connection.',
  },
]

function unreachable(words: string): AppError {
  const isLogin = /authentication/i.test(words)
  const remedy = remedies.find(({ pattern }) => pattern.test(words))?.remedy
  return new AppError(
    isLogin ? 'AUTHENTICATION_FAILED' : 'CLUSTER_UNREACHABLE',
    `The load's own client (librdkafka) cannot reach the cluster: ${words}.`,
    { remedy: remedy ?? 'Check that every broker can be reached from here at the address that it advertises.' },
  )
}
