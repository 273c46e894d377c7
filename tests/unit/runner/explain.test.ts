import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { plainAccess, resolveAccess, splitServer } from '../../../src/runner/admin/cluster-access.ts'
import { explainKafkaError } from '../../../src/runner/admin/explain-kafka-error.ts'
import { describeCrash, describeExit } from '../../../src/runner/host/worker-process.ts'
import { checkClient } from '../../../src/runner/preflight/client-check.ts'
import { failed, passed, preflightOf, skipped } from '../../../src/runner/preflight/make-check.ts'
import { preflightError } from '../../../src/runner/preflight/run-preflight.ts'
import { reasonOf } from '../../../src/runner/worker/load-rdkafka.ts'
import { consumerSettings, producerSettings, queueRecords } from '../../../src/runner/worker/rdkafka-config.ts'
import { fateOf } from '../../../src/runner/worker/rdkafka-errors.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

const password = 'correct horse battery'
const access = {
  ...plainAccess(['kafka.example:9093']),
  sasl: { mechanism: 'PLAIN' as const, username: 'me', password },
}

describe('an error of the admin client', () => {
  const cases: readonly [string, string][] = [
    ['SASL PLAIN authentication failed: Authentication failed: Invalid username or password', 'AUTHENTICATION_FAILED'],
    ['Connection error: connect ECONNREFUSED 10.0.0.1:9092', 'CLUSTER_UNREACHABLE'],
    ['Connection error: getaddrinfo ENOTFOUND kafka.example', 'CLUSTER_UNREACHABLE'],
    ['Connection error: self-signed certificate in certificate chain', 'CLUSTER_UNREACHABLE'],
    ['Topic authorization failed', 'PREFLIGHT_FAILED'],
    ['Replication-factor is invalid', 'PREFLIGHT_FAILED'],
    ['Connection timeout', 'CLUSTER_UNREACHABLE'],
    ['an unknown error', 'CLUSTER_UNREACHABLE'],
  ]

  test.each(cases)('"%s" is %s, with a remedy and the address', (message, code) => {
    const error = explainKafkaError(new Error(message), access)
    expect([error.code, typeof error.remedy]).toEqual([code, 'string'])
    expect(error.message).toContain('kafka.example:9093')
  })

  test.each([
    ['the broker announced a response of 352518912 bytes, which are the first bytes of TLS', 'the port requires TLS'],
    ['Request is not valid given the current SASL state', 'the port has no log-in'],
    ['The broker does not support the requested SASL mechanism', 'no log-in with the SASL mechanism'],
    ['Connection error: self-signed certificate; if the root CA is installed locally, try x', 'is not trusted'],
    ["Connection error: Hostname/IP does not match certificate's altnames: IP: 1.2.3.4", 'for another name'],
    ['Connection error: certificate has expired', 'not valid today'],
    ['Connection error: 80:error:0A00045C:SSL routines::tlsv13 alert certificate required', 'of the client'],
    ['Connection error: Client network socket disconnected before secure TLS connection', 'the TLS handshake failed'],
  ])('"%s" says that %s', (message, says) => {
    const error = explainKafkaError(new Error(message), access)
    expect(error.message).toContain(says)
    expect(error.message).not.toContain('locally')
  })

  test.each([
    ['self-signed certificate', ['ssl.ca.location', 'ssl.truststore.location', 'caFile']],
    ['Client network socket disconnected before secure TLS connection', ['ssl.truststore.location', 'caFile']],
    ['tlsv13 alert certificate required', ['ssl.certificate.location', 'ssl.keystore.location', 'keyFile']],
  ])('"%s" names the settings of a client configuration, before those of a connection', (message, settings) => {
    const { remedy } = explainKafkaError(new Error(`Connection error: ${message}`), access)
    const places = settings.map((setting) => remedy?.indexOf(setting) ?? -1)
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })

  test('is found in the error that wraps it', () => {
    const inner = Object.assign(new Error('Replication-factor is invalid'), { type: 'INVALID_REPLICATION_FACTOR' })
    const outer = Object.assign(new Error('Topic creation errors'), { errors: [inner] })
    expect(explainKafkaError(outer, access).message).toContain('Replication-factor is invalid')
  })

  test('never contains a secret', () => {
    const error = explainKafkaError(new Error(`auth bytes \0me\0${password}`), access)
    expect(error.message).not.toContain(password)
  })
})

describe('access to a cluster', () => {
  const connection = {
    kind: 'headroom.connection' as const,
    schemaVersion: 1 as const,
    name: 'Staging',
    bootstrapServers: ['kafka.example:9093'],
    tls: { keyPasswordSecret: 'key' },
    sasl: { mechanism: 'SCRAM-SHA-512' as const, username: 'me', passwordSecret: 'password' },
  }

  test('names every secret that is missing at once', () => {
    try {
      resolveAccess(connection, {})
      expect.unreachable()
    } catch (error) {
      expect(AppError.from(error).problems.map(({ place }) => place)).toEqual(['password', 'key'])
    }
  })

  test('becomes the settings of both clients', () => {
    const resolved = resolveAccess(connection, { key: 'k', password })
    const [producer] = smallPlan({ runId: 'access' }).producers
    const [group] = smallPlan({ runId: 'access' }).consumerGroups
    if (producer === undefined || group === undefined) throw new Error('no clients')
    const secure = { 'security.protocol': 'sasl_ssl', 'sasl.mechanisms': 'SCRAM-SHA-512', 'sasl.password': password }
    expect(producerSettings(producer, resolved, 12, 1).client).toMatchObject({ ...secure, 'ssl.key.password': 'k' })
    expect(consumerSettings(group, resolved, 12).client).toMatchObject(secure)
  })

  test('limits the fetch size of consumers to that of the plan, else to the library’s default', () => {
    const [group] = smallPlan({ runId: 'fetch' }).consumerGroups
    if (group === undefined) throw new Error('no group')
    const limitsOf = (fetchMaxBytes: number | undefined) => {
      const change = fetchMaxBytes === undefined ? {} : { fetchMaxBytes }
      const { client } = consumerSettings({ ...group, ...change }, plainAccess(['a:1']), 12)
      // The library raises the limit of a response to the size of its largest message.
      return ['fetch.max.bytes', 'max.partition.fetch.bytes', 'message.max.bytes'].map((name) => client[name])
    }
    expect(limitsOf(75_000)).toEqual([75_000, 75_000, 75_000])
    expect(limitsOf(4_000_000)).toEqual([4_000_000, 1_048_576, 1_000_000])
    expect(limitsOf(undefined)).toEqual([52_428_800, 1_048_576, 1_000_000])
  })

  test('splits addresses into host and port, also of IPv6', () => {
    expect([splitServer('kafka.example:9092'), splitServer('[::1]:9093')]).toEqual([
      { host: 'kafka.example', port: 9092 },
      { host: '::1', port: 9093 },
    ])
  })
})

describe('settings of a producer', () => {
  const [planned] = smallPlan({ runId: 'settings', recordsPerSec: 30_000 }).producers
  if (planned === undefined) throw new Error('no producer')

  test('are those of the plan', () => {
    const { client, topic } = producerSettings(
      { ...planned, acks: '1', compression: 'zstd' },
      plainAccess(['a:1']),
      12,
      1,
    )
    expect(client).toMatchObject({
      'linger.ms': 5,
      'batch.size': 16_384,
      'max.in.flight.requests.per.connection': 5,
      'compression.codec': 'zstd',
      'client.id': planned.clientId,
    })
    expect(topic['request.required.acks']).toBe(1)
  })

  test('hold two seconds of the rate and what a linger gathers, within bounds', () => {
    expect(queueRecords(planned, 1)).toBe(60_300)
    // A ramp to twice the rate needs a queue of twice the size at its end.
    expect(queueRecords(planned, 2)).toBe(120_600)
    expect(queueRecords({ ...planned, recordsPerSec: 1 }, 1)).toBe(1_000)
    expect(queueRecords({ ...planned, recordsPerSec: 1e9 }, 1)).toBe(1_000_000)
    expect(queueRecords({ ...planned, lingerMs: 60_000 }, 1)).toBe(1_000_000)
  })

  test('never ask for more in flight than idempotence allows', () => {
    const { client } = producerSettings(
      { ...planned, isIdempotent: true, maxInFlight: 100 },
      plainAccess(['a:1']),
      1,
      1,
    )
    expect(client['max.in.flight.requests.per.connection']).toBe(5)
  })
})

describe('a record that was not acknowledged', () => {
  test('is of unknown fate if it may have been written, else rejected', () => {
    expect(['ERR__MSG_TIMED_OUT', 'ERR_REQUEST_TIMED_OUT', 'ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND'].map(fateOf)).toEqual(
      ['unknown', 'unknown', 'unknown'],
    )
    expect(['ERR_MSG_SIZE_TOO_LARGE', 'ERR_NOT_ENOUGH_REPLICAS', 'ERR_TOPIC_AUTHORIZATION_FAILED'].map(fateOf)).toEqual(
      ['rejected', 'rejected', 'rejected'],
    )
  })
})

describe('a client library', () => {
  const reference = { kind: 'reference' as const, reason: 'no compiler' }
  const loops = { producers: reference, consumers: reference }
  const plan = smallPlan({ runId: 'client' })
  const zstd = { ...plan, producers: plan.producers.map((producer) => ({ ...producer, compression: 'zstd' as const })) }

  test('is refused with the names of all features that the plan and the connection need and it lacks', () => {
    const client = { isLoaded: true as const, librdkafkaVersion: '2.12.0', features: ['gzip', 'sasl_plain'], loops }
    const check = checkClient(client, zstd, {
      ...access,
      tls: { caFile: null, certificateFile: null, keyFile: null, keyPassword: null },
    })
    expect([check.state, check.detail]).toEqual([
      'failed',
      'librdkafka 2.12.0 was built without zstd (compression of the workload), ssl (TLS of the connection).',
    ])
  })

  test('that cannot be loaded says why without a stack', () => {
    const abi = "The module 'x.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115."
    expect(reasonOf(abi)).toContain('built for another version of Node')
    expect(reasonOf("Cannot find module 'node-rdkafka'\nRequire stack:\n- /a")).toBe(
      'it is not installed or was not built',
    )
    expect(reasonOf('libssl.so.3: cannot open shared object file: No such file')).toContain('libssl.so.3')
  })
})

describe('a worker that went away', () => {
  test('is described as crashed, killed or exited', () => {
    expect([describeExit(null, 'SIGSEGV'), describeExit(null, 'SIGKILL'), describeExit(3, null)]).toEqual([
      'crashed (SIGSEGV in native code)',
      'was killed (SIGKILL; by someone, or by the system for lack of memory)',
      'exited with code 3',
    ])
  })

  test('is described with the last line of its stderr', () => {
    expect(describeCrash({ isCrash: true, how: 'exited with code 1', stderrTail: 'one\nout of memory\n' })).toBe(
      'exited with code 1; its last line: out of memory',
    )
  })
})

describe('the error of a preflight', () => {
  test('has the code of its first failure and lists all of them', () => {
    const preflight = preflightOf([
      passed('runner', 'fine'),
      failed('tcp', 'refused', 'look'),
      skipped('tls', '-'),
      failed('topics', 'no', null),
    ])
    const error = preflightError({ preflight, loginError: null })
    expect([error.code, error.remedy, error.problems.length]).toEqual(['CLUSTER_UNREACHABLE', 'look', 2])
  })

  test('distinguishes wrong credentials from a cluster that closes the connection', () => {
    const codeOf = (text: string) => {
      const loginError = explainKafkaError(new Error(text), access)
      const preflight = preflightOf([failed('authentication', loginError.message, null)])
      return preflightError({ preflight, loginError }).code
    }
    expect(codeOf('SASL PLAIN authentication failed: Invalid credentials')).toBe('AUTHENTICATION_FAILED')
    expect(codeOf('Request is not valid given the current SASL state')).toBe('AUTHENTICATION_FAILED')
    expect(codeOf('Connection timeout')).toBe('CLUSTER_UNREACHABLE')
  })
})
