/**
 * A broker with three listeners: TLS with a log-in by password, TLS with a client certificate, and one without TLS and log-in.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../src/contracts/connection.ts'
import { makeSelfSignedCertificate } from '../../src/runner/agent/self-signed-certificate.ts'
import { archivedClasses } from '../../src/runner/embedded/class-archive.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'

const jars = join(kafkaJarsPath, '*')
export const user = 'headroom-test'
export const password = 'not-a-real-password-7f3a'
const keystorePassword = 'keystore-of-the-test'
export const keyPassword = 'key-of-the-test'

/** A started broker, and what its clients need. */
export interface SecureBroker {
  /** Holds `ca.pem`, `client.pem`, `client-key.pem` (under `keyPassword`), and whatever a test adds. */
  readonly folder: string
  /** `host:port` of the listener with TLS and password, of the one with TLS and client certificate, and of the plain one. */
  readonly secureServer: string
  readonly mutualServer: string
  readonly plainServer: string
  stop(): Promise<void>
}

/** Makes the certificates and starts the broker, with the given lines added to its properties. */
export async function startSecureBroker(added: readonly string[] = []): Promise<SecureBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-secure-'))
  makeCertificate(folder)
  makeClientCertificate(folder)
  const own = { mutual: await freePort(), controller: await freePort() }
  const ports = { secure: await freePort(), plain: await freePort(), ...own }
  const broker = await startBroker(folder, ports, added)
  return {
    folder,
    secureServer: `127.0.0.1:${ports.secure}`,
    mutualServer: `127.0.0.1:${ports.mutual}`,
    plainServer: `127.0.0.1:${ports.plain}`,
    stop: async () => {
      const exited = new Promise((resolve) => broker.once('exit', resolve))
      broker.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A connection over TLS as `user`, whose password is the secret `test/kafka`. */
export function secureConnection(broker: SecureBroker, change: Partial<Connection> = {}): Connection {
  return {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: 'Secure test cluster',
    bootstrapServers: [broker.secureServer],
    tls: { caFile: join(broker.folder, 'ca.pem') },
    sasl: { mechanism: 'SCRAM-SHA-512', username: user, passwordSecret: 'test/kafka' },
    ...change,
  }
}

interface Ports {
  readonly secure: number
  readonly plain: number
  readonly mutual: number
  readonly controller: number
}

function run(command: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${words[0]}: ${stderr}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Makes a self-signed certificate, as test clusters have. Its authority is the certificate itself (`ca.pem`). */
function makeCertificate(folder: string): void {
  const store = ['-keystore', join(folder, 'broker.p12'), '-storetype', 'PKCS12', '-storepass', keystorePassword]
  const names = ['-dname', 'CN=localhost', '-ext', 'SAN=dns:localhost,ip:127.0.0.1']
  run('keytool', ['-genkeypair', '-alias', 'broker', '-keyalg', 'RSA', '-validity', '2', ...names, ...store])
  run('keytool', ['-exportcert', '-rfc', '-alias', 'broker', '-file', join(folder, 'ca.pem'), ...store])
}

/** Makes a client certificate, the only one that the broker trusts, and its key, protected by a password. */
function makeClientCertificate(folder: string): void {
  const { certificatePem, keyPem } = makeSelfSignedCertificate('headroom-test-client', Date.now())
  writeFileSync(join(folder, 'client.pem'), certificatePem)
  const key = createPrivateKey(keyPem)
  const encrypted = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: keyPassword })
  writeFileSync(join(folder, 'client-key.pem'), encrypted)
}

function serverProperties(folder: string, ports: Ports): string {
  const login = 'org.apache.kafka.common.security'
  const { secure, plain, mutual } = ports
  const clientListeners = `SECURE://127.0.0.1:${secure},PLAIN://127.0.0.1:${plain},MUTUAL://127.0.0.1:${mutual}`
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${ports.controller}`,
    `listeners=${clientListeners},CONTROLLER://127.0.0.1:${ports.controller}`,
    `advertised.listeners=${clientListeners}`,
    'listener.security.protocol.map=SECURE:SASL_SSL,PLAIN:PLAINTEXT,MUTUAL:SSL,CONTROLLER:PLAINTEXT',
    'listener.name.mutual.ssl.client.auth=required',
    'listener.name.mutual.ssl.truststore.type=PEM',
    `listener.name.mutual.ssl.truststore.location=${join(folder, 'client.pem')}`,
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAIN',
    'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512',
    `listener.name.secure.plain.sasl.jaas.config=${login}.plain.PlainLoginModule required user_${user}="${password}";`,
    `listener.name.secure.scram-sha-512.sasl.jaas.config=${login}.scram.ScramLoginModule required;`,
    `ssl.keystore.location=${join(folder, 'broker.p12')}`,
    'ssl.keystore.type=PKCS12',
    `ssl.keystore.password=${keystorePassword}`,
    `log.dirs=${join(folder, 'data')}`,
    'offsets.topic.replication.factor=1',
    'offsets.topic.num.partitions=4',
    'group.initial.rebalance.delay.ms=0',
    'auto.create.topics.enable=false',
    '',
  ].join('\n')
}

async function startBroker(folder: string, ports: Ports, added: readonly string[]): Promise<ChildProcess> {
  const properties = join(folder, 'server.properties')
  writeFileSync(properties, [serverProperties(folder, ports), ...added, ''].join('\n'))
  const scram = `SCRAM-SHA-512=[name=${user},password=${password}]`
  const format = ['kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAAAAAAAAAAAAAAA', '-c', properties]
  // The same JVM options as of embedded brokers: the optimising compiler and a parallel collector would cost more than the test.
  const options = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', ...archivedClasses(kafkaJarsPath)]
  run('java', [...options, '-cp', jars, ...format, '--add-scram', scram])
  const command = [...options, '-cp', jars, 'kafka.Kafka', properties]
  const broker = spawn('java', command, { stdio: ['ignore', 'pipe', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    const read = (text: string) => {
      log += text
      if (log.includes('Kafka Server started')) resolve()
    }
    for (const stream of [broker.stdout, broker.stderr]) stream.setEncoding('utf8').on('data', read)
    broker.once('exit', () => reject(new Error(`the broker exited: ${log.slice(-2_000)}`)))
  })
  return broker
}
