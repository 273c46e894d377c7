import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { commandSpecs, runCli } from '../../src/cli/run-cli.ts'
import { memoryTerminal } from '../unit/cli/memory-terminal.ts'
import { temporaryFolder } from '../unit/temporary-folder.ts'
import { filesWithCanary, hasCanary, secretOf, watchProcesses } from './canary-search.ts'

const folder = temporaryFolder()
const first = 'examples/first.headroom.json'

/** Files with secrets, each in a folder that is not searched. */
function secretFiles() {
  const path = (name: string, text: string) => {
    const made = join(folder.path, 'secrets', name)
    writeFileSync(made, text)
    return made
  }
  mkdirSync(join(folder.path, 'secrets'))
  const jaas = `org.apache.kafka.common.security.plain.PlainLoginModule required username="me" password="${secretOf('jaas')}";`
  const sasl = { mechanism: 'PLAIN', username: 'me', passwordSecret: 'ours' }
  const connection = {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: 'ours',
    bootstrapServers: ['127.0.0.1:9'],
    sasl,
  }
  const plain = { ...connection, sasl: { ...sasl, password: secretOf('json') } }
  return {
    properties: path(
      'client.properties',
      `bootstrap.servers=127.0.0.1:9\nsecurity.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=${jaas}\n`,
    ),
    // A key and its password as text, and a client of OAuth.
    key: path(
      'key.properties',
      [
        'bootstrap.servers=127.0.0.1:9',
        'security.protocol=SASL_SSL',
        `ssl.keystore.key=-----BEGIN PRIVATE KEY-----${secretOf('pem')}-----END PRIVATE KEY-----`,
        `ssl.key.password=${secretOf('key')}`,
        'sasl.mechanism=OAUTHBEARER',
        `sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required clientId="me" clientSecret="${secretOf('oauth')}";`,
        `schema.registry.basic.auth.user.info=me:${secretOf('registry')}`,
        '',
      ].join('\n'),
    ),
    // A scenario that a colleague sent, with a password in the place of a rate.
    scenario: path(
      'scenario.json',
      JSON.stringify({
        ...JSON.parse(readFileSync(first, 'utf8')),
        password: secretOf('field'),
        apiKey: { secret: secretOf('nested') },
      }),
    ),
    // The user's mistake: the value of the secret instead of its name.
    broken: path('broken.properties', `bootstrap.servers=127.0.0.1:9\nsasl.password=${secretOf('broken')}\n`),
    connection: path('ours.json', JSON.stringify(connection)),
    plain: path('plain.json', JSON.stringify(plain)),
    cut: path('cut.json', JSON.stringify(plain).slice(0, -20)),
    values: path('values.json', JSON.stringify({ ours: secretOf('values') })),
    token: path('token', `${secretOf('token')}\n`),
    output: path('producer.txt', `sasl.password=${secretOf('output')}\n`),
  }
}

const missingRun = 'no-such-run'
const agent = `127.0.0.1:9#${'0'.repeat(64)}`
const userUrl = `http://me:${secretOf('url')}@127.0.0.1:9/metrics`
const tokenUrl = `http://127.0.0.1:9/metrics?token=${secretOf('query')}`

/** Calls of each command. A word that ends in a colon is replaced by the path of the secret file with that name. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  predict: [[first], ['output:'], ['scenario:'], ['scenario:', '--json']],
  explain: [[first]],
  sweep: [[first, '--over', 'deployment.size=1..2']],
  forecast: [[first, '--growth', '20%/year']],
  compare: [[first, '--models', 'aws-msk-express']],
  bill: [[first]],
  plan: [[first]],
  provision: [[first]],
  validate: [
    [first, '--target', 'properties:', '--duration', '10s', '--yes', '--json'],
    [first, '--target', 'connection:', '--secrets-file', 'values:', '--duration', '10s', '--yes'],
    [first, '--target', 'connection:', '--duration', '10s', '--yes'],
    [first, '--target', 'plain:'],
    [first, '--target', 'cut:'],
    [first, '--target', 'broken:'],
    [first, '--target', 'key:', '--duration', '10s', '--yes'],
    [first, '--target', 'key:', '--duration', '10s', '--yes', '--json'],
    ['scenario:', '--target', 'properties:'],
    [first, '--target', 'connection:', '--secrets-file', 'token:'],
    [first, '--target', 'properties:', '--agent', agent, '--agent-token-file', 'token:', '--duration', '10s', '--yes'],
    [first, '--target', 'embedded:simulated', '--prometheus', userUrl],
    [first, '--target', 'embedded:simulated', '--prometheus', tokenUrl, '--json'],
  ],
  'benchmark list': [[]],
  benchmark: [['confluent-cku', '--target', 'plain:']],
  campaign: [
    ['examples/first-ladder.campaign.json', '--target', 'broken:'],
    ['token:', '--target', 'properties:'],
  ],
  'campaigns list': [[]],
  'campaigns show': [['last']],
  'agent deploy': [['--for', 'kubernetes']],
  agent: [['--token-file', 'token:', '--listen', 'nowhere']],
  'agents check': [[agent, '--agent-token-file', 'token:']],
  observe: [
    ['--target', 'properties:', '--for', '1s'],
    ['--acls', '--target', 'properties:'],
    ['--target', 'key:', '--for', '1s'],
    ['--prometheus', userUrl],
    ['--prometheus', tokenUrl],
    ['--jolokia', userUrl, '--json'],
    ['--file', 'output:'],
  ],
  'observations list': [[]],
  'observations show': [['last']],
  'observations resume': [['--target', 'properties:']],
  import: [['output:']],
  'report campaign': [['last']],
  'report calibration': [['nothing']],
  'report sizing': [[first, '--format', 'html,pdf,json', '--out', 'report']],
  'report verify': [['output:', 'values:']],
  report: [['last', '--format', 'html,json,csv', '--out', 'report']],
  'runs list': [['--json']],
  'runs show': [['last', '--json', '--samples']],
  'runs add': [['values:']],
  'runs delete': [[missingRun]],
  'runs compare': [[missingRun, '--with', 'last']],
  'models list': [[]],
  'models show': [['confluent-cloud-dedicated']],
  'models update': [['values:'], ['token:']],
  'models backtest': [['confluent-cloud-dedicated']],
  'models calibrate': [['confluent-cloud-dedicated', '--runs', 'last', '--name', 'mine']],
  'models calibrations list': [[]],
  'models calibrations delete': [['nothing']],
  schema: [['scenario']],
  doctor: [['--bundle', 'support.zip']],
}

function setVariables(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const before = process.env[name]
    process.env[name] = value
    onTestFinished(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
}

describe('a secret, wherever it may be given', () => {
  let files: ReturnType<typeof secretFiles>
  beforeEach(() => {
    files = secretFiles()
  })

  test('has a call of every command', () => {
    expect(Object.keys(calls).sort()).toEqual(commandSpecs.map(({ name }) => name).sort())
  })

  test.each(Object.keys(calls))('is in no output, file or process of %s', async (name) => {
    const [searched, workspace] = [join(folder.path, 'searched'), join(folder.path, 'searched', 'workspace')]
    mkdirSync(join(searched, 'tmp'), { recursive: true })
    const secrets = { HEADROOM_SECRET_OURS: secretOf('variable'), HEADROOM_SECRET_AGENT_TOKEN: secretOf('agent') }
    setVariables({ TMPDIR: join(searched, 'tmp'), ...secrets })
    const processes = watchProcesses()
    const said: string[] = []
    for (const words of calls[name] ?? []) {
      const terminal = memoryTerminal()
      const given = words.map((word) => {
        if (word === 'report' || word === 'support.zip') return join(searched, word)
        return word.endsWith(':') ? files[word.slice(0, -1) as keyof typeof files] : word
      })
      const environment = { HEADROOM_WORKSPACE: workspace, ...secrets }
      await runCli([...name.split(' '), ...given], { terminal, resourcesRoot: process.cwd(), environment })
      expect(terminal.stdout + terminal.stderr, 'the command answered').not.toBe('')
      said.push(terminal.stdout, terminal.stderr)
    }
    expect(said.filter(hasCanary)).toEqual([])
    expect(filesWithCanary(searched)).toEqual([])
    expect(processes.stop()).toEqual([])
  })
})

/** The forms in which a program may write a secret. */
const ways: readonly (readonly [name: string, written: (secret: string) => Buffer])[] = [
  ['text', (secret) => Buffer.from(`password=${secret}`)],
  ['text of two bytes a character', (secret) => Buffer.from(`password=${secret}`, 'utf16le')],
  ['base64', (secret) => Buffer.from(btoa(secret))],
  ['base64 behind one byte', (secret) => Buffer.from(btoa(`u${secret}`))],
  ['base64 behind two bytes', (secret) => Buffer.from(btoa(`me${secret}`))],
]

test.each(ways)('the search finds a secret as %s', (_, written) => {
  mkdirSync(join(folder.path, 'deep', 'er'), { recursive: true })
  writeFileSync(join(folder.path, 'deep', 'er', 'log'), written(secretOf('planted')))
  writeFileSync(join(folder.path, 'deep', 'other'), 'no secret')
  expect(filesWithCanary(folder.path)).toHaveLength(1)
})
