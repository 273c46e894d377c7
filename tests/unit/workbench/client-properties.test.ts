import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClientProperties } from '../../../src/workbench/connections/read-client-properties.ts'

const plainLogin = 'org.apache.kafka.common.security.plain.PlainLoginModule required'
const scramLogin = 'org.apache.kafka.common.security.scram.ScramLoginModule required'

/** As Confluent Cloud's console gives it (the white paper of 2020 shows the same five lines). */
const confluentCloud = `# Kafka
bootstrap.servers=pkc-12345.us-west-2.aws.example.cloud:9092
security.protocol=SASL_SSL
sasl.jaas.config=${plainLogin} username="ABCDEF" password="hunter2";
ssl.endpoint.identification.algorithm=https
sasl.mechanism=PLAIN
`

function read(text: string) {
  const reading = readClientProperties(text)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading
}

function problemsOf(text: string) {
  const reading = readClientProperties(text)
  if (reading.ok) throw new Error('nothing was refused')
  return reading.problems
}

describe('a Java client configuration', () => {
  it('of Confluent Cloud becomes a connection, its secret apart', () => {
    expect(read(confluentCloud)).toEqual({
      ok: true,
      connection: {
        kind: 'headroom.connection',
        schemaVersion: 1,
        name: 'pkc-12345.us-west-2.aws.example.cloud:9092',
        bootstrapServers: ['pkc-12345.us-west-2.aws.example.cloud:9092'],
        tls: {},
        sasl: { mechanism: 'PLAIN', username: 'ABCDEF', passwordSecret: 'sasl.password' },
      },
      secrets: { 'sasl.password': 'hunter2' },
      notes: [],
    })
  })

  it('may continue lines, name protocols before servers, and say SCRAM', () => {
    const text = `bootstrap.servers = SASL_SSL://a.example:9092, \\
        b.example:9093
      ! another comment
      security.protocol : SASL_SSL
      sasl.mechanism SCRAM-SHA-512
      sasl.jaas.config=${scramLogin} \\
        username=alice \\
        password='it''s';`
    expect(problemsOf(text).map(({ line }) => line)).toEqual([6])
    const { connection, secrets } = read(text.replace("'it''s'", "'it is'"))
    expect(connection.bootstrapServers).toEqual(['a.example:9092', 'b.example:9093'])
    expect(connection.name).toBe('a.example:9092 and 1 more')
    expect(connection.sasl).toEqual({ mechanism: 'SCRAM-SHA-512', username: 'alice', passwordSecret: 'sasl.password' })
    expect(secrets).toEqual({ 'sasl.password': 'it is' })
  })

  it('refers to PEM files, and to the password of a key by name', () => {
    const { connection, secrets } = read(`bootstrap.servers=a:9093
security.protocol=SSL
ssl.truststore.type=PEM
ssl.truststore.location=/tls/ca.pem
ssl.keystore.location=/tls/client.pem
ssl.key.password=hunter2
ssl.keystore.password=unused`)
    expect(connection.tls).toEqual({
      caFile: '/tls/ca.pem',
      certificateFile: '/tls/client.pem',
      keyFile: '/tls/client.pem',
      keyPasswordSecret: 'ssl.key.password',
    })
    expect(secrets).toEqual({ 'ssl.key.password': 'hunter2' })
  })

  it('with a placeholder for the secret needs it from elsewhere; a placeholder for the user is a problem', () => {
    const example = confluentCloud.replace('hunter2', '{{ CLUSTER_API_SECRET }}')
    expect(read(example).secrets).toEqual({})
    expect(problemsOf(example.replace('ABCDEF', '{{ CLUSTER_API_KEY }}'))).toEqual([
      { line: 4, message: expect.stringContaining('the user is still a placeholder') },
    ])
  })

  it('names what it does not use, by name only', () => {
    const extra = Array.from({ length: 15 }, (_, index) => `setting.${index}=hunter3`).join('\n')
    const { notes } = read(`${confluentCloud}${extra}`)
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/setting\.0, .*setting\.11 and 3 more\.$/)
    expect(notes[0]).not.toContain('hunter3')
  })

  it('does not repeat a line that is no setting: it may be the rest of a password', () => {
    // The space after the backslash ends the value, and the password becomes a setting of its own.
    const broken = `${confluentCloud}ssl.key.password=\\ \nhunter4\nHunter5+/=\nclient.id=a\n`
    const { notes } = read(broken)
    expect(notes).toEqual([
      'Ignored, because the scenario configures the clients or a connection does not need them: client.id.',
      "Ignored, because they are no settings of Kafka's clients: line 8, 9.",
    ])
  })

  it('says which of two equal settings counts, and repeats neither value', () => {
    const again = confluentCloud.replace('# Kafka', 'sasl.mechanism=hunter3\n# Kafka')
    expect(read(again).notes).toEqual([
      "sasl.mechanism is set on line 1 and again on line 7; the last one counts, as in Kafka's clients.",
    ])
    expect(read(`setting.a=1\nsetting.a=2\n${confluentCloud}`).notes).toEqual([
      expect.stringMatching(/^Ignored, .*: setting\.a\.$/),
    ])
  })

  it('cannot turn the checking of certificates off', () => {
    const text = confluentCloud.replace('algorithm=https', 'algorithm=')
    expect(read(text).notes).toEqual([expect.stringContaining('always verified')])
  })
})

describe('a librdkafka configuration', () => {
  const librdkafka = `bootstrap.servers=pkc-1.example:9092
security.protocol=sasl_ssl
sasl.mechanisms=PLAIN
sasl.username=ABCDEF
sasl.password=a\\b#c
ssl.ca.location=C:\\tls\\ca.pem`

  it('is read with backslashes as they stand', () => {
    const { connection, secrets } = read(librdkafka)
    expect(connection.sasl?.username).toBe('ABCDEF')
    expect(connection.tls?.caFile).toBe('C:\\tls\\ca.pem')
    expect(secrets).toEqual({ 'sasl.password': 'a\\b#c' })
  })

  it('may leave the password out', () => {
    expect(read(librdkafka.replace(/sasl.password.*\n/, '')).secrets).toEqual({})
  })

  it('needs certificate and key together', () => {
    expect(problemsOf(`${librdkafka}\nssl.certificate.location=/c.pem`)).toEqual([
      { line: 7, message: expect.stringContaining('ssl.key.location') },
    ])
  })
})

describe('a client configuration that cannot be used', () => {
  it('is refused with all problems at once, in the order of its lines', () => {
    const text = `bootstrap.servers=nohost
security.protocol=SASL_SSL
sasl.mechanism=GSSAPI
sasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true;
ssl.truststore.location=/tls/kafka.jks
ssl.truststore.password=hunter2
ssl.keystore.type=PKCS12
ssl.keystore.location=/tls/client.p12
bad\\u12=x`
    const problems = problemsOf(text)
    expect(problems.map(({ line }) => line)).toEqual([1, 3, 4, 5, 8, 9])
    expect(problems[1]?.message).toContain('Kerberos')
    expect(problems[3]?.message).toContain('keytool -exportcert -rfc')
    expect(problems[4]?.message).toContain('openssl pkcs12 -in STORE')
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  it.each([
    ['OAuth', 'sasl.mechanism=OAUTHBEARER', 'OAUTHBEARER'],
    ['AWS IAM', 'sasl.mechanism=AWS_MSK_IAM', 'SASL/SCRAM'],
    ['no mechanism', '', 'sasl.mechanism is missing'],
    ['a mechanism of another module', 'sasl.mechanism=SCRAM-SHA-256', 'does not match'],
  ])('for %s says what else to do', (_what, mechanism, expected) => {
    const text = confluentCloud.replace('sasl.mechanism=PLAIN', mechanism)
    expect(
      problemsOf(text)
        .map(({ message }) => message)
        .join(' '),
    ).toContain(expected)
  })

  it('is not read as a plain connection if a log-in has no protocol', () => {
    const text = confluentCloud.replace('security.protocol=SASL_SSL\n', '')
    expect(problemsOf(text)).toEqual([{ line: 3, message: expect.stringContaining('security.protocol=SASL_SSL') }])
  })

  it('must not say a log-in twice', () => {
    const text = `${confluentCloud}sasl.username=x\nsasl.password=hunter2`
    expect(problemsOf(text).map(({ line }) => line)).toEqual([7, 8])
  })

  it('with PEM text in it is refused with the advice to name a file', () => {
    const text = `${confluentCloud}ssl.keystore.key=-----BEGIN PRIVATE KEY-----hunter2`
    expect(problemsOf(text)).toEqual([{ line: 7, message: expect.stringContaining('ssl.keystore.location') }])
  })

  it.each([
    ['in the address of a broker', 'bootstrap.servers=ABCDEF:hunter2@a.example:9092', 2, 'without a user and password'],
    ['as the protocol', 'security.protocol=hunter2', 3, 'expected one of PLAINTEXT, SSL'],
    ['as the mechanism', 'sasl.mechanism=hunter2', 6, 'expected one of PLAIN, SCRAM-SHA-256'],
    ['as the broker', 'bootstrap.servers=hunter2', 2, 'bootstrap.servers: broker 1: expected host:port'],
    ['between the braces of the servers', 'bootstrap.servers={{hunter2:1}}', 2, 'is still a placeholder'],
    [
      'between the braces of the user',
      `sasl.jaas.config=${plainLogin} username="{{hunter2}}" password="x";`,
      4,
      'the user is still a placeholder of the example; put the user name',
    ],
    ['as the login module', 'sasl.jaas.config=hunter2 required username="a" password="b";', 4, 'PlainLoginModule or'],
  ])('with a password %s is refused without repeating it', (_where, setting, line, expected) => {
    const [name = ''] = setting.split('=')
    const text = confluentCloud.replace(new RegExp(`^${name}=.*$`, 'm'), setting)
    const found = problemsOf(text).filter((problem) => problem.line === line)
    expect(found).toEqual([{ line, message: expect.stringContaining(expected) }])
    expect(JSON.stringify(problemsOf(text))).not.toContain('hunter2')
  })

  it.each([
    ['the path of a trust store', 'truststore', 'hunter2', 'only Java reads a JKS or PKCS12 store'],
    ['the path of a key store', 'keystore', 'hunter2', 'only Java reads a JKS or PKCS12 store'],
    ['the type of a key store', 'keystore', '/a.p12\nssl.keystore.type=hunter2', 'only Java reads a Java store'],
  ])('with a password as %s is refused without repeating it', (_where, store, location, expected) => {
    const problems = problemsOf(`${confluentCloud}ssl.${store}.location=${location}`)
    expect(problems).toEqual([{ line: 7, message: expect.stringContaining(expected) }])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  it.each([
    ['no broker', ',,,', 'names no broker'],
    ['a port that no system has', 'a.example:65536', 'a port up to 65535'],
    ['a host that no name server knows', `${'a'.repeat(254)}:9092`, 'expected host:port'],
    ['more brokers than a client needs', 'a:1,'.repeat(1_001), 'at most 1000 items'],
  ])('with %s is refused at its line', (_what, servers, expected) => {
    const text = confluentCloud.replace(/^bootstrap\.servers=.*$/m, `bootstrap.servers=${servers}`)
    expect(problemsOf(text)).toEqual([{ line: 2, message: expect.stringContaining(expected) }])
  })

  it('without anything in it lacks its servers', () => {
    expect(problemsOf('what is this?')).toEqual([{ line: null, message: expect.stringContaining('bootstrap.servers') }])
  })

  it('never repeats a password, whatever is wrong around it', () => {
    const lines = confluentCloud.trim().split('\n')
    const secret = 'hunter2hunter2'
    fc.assert(
      fc.property(
        fc.nat(lines.length - 1),
        fc.nat(80),
        fc.constantFrom('', '"', '\\', ';', '=', '\\u', '{{'),
        (line, at, noise) => {
          const broken = lines.map((text, index) =>
            index === line ? text.slice(0, at) + noise + text.slice(at) : text,
          )
          const reading = readClientProperties(broken.join('\n').replace('hunter2', secret))
          const shown = reading.ok ? reading.notes : reading.problems
          expect(JSON.stringify(shown)).not.toContain('hunter2')
        },
      ),
    )
  })
})
