import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prediction } from '../../../src/contracts/prediction.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { openDatabase } from '../../../src/workbench/store/database.ts'
import { migrations } from '../../../src/workbench/store/migrations.ts'
import { storeFileName } from '../../../src/workbench/store/store.ts'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()
const list = 'tests/fixtures/observations/topics.csv'

describe('headroom observe', () => {
  it('makes a scenario of a list of topics that predict takes, with the rates of the list', async () => {
    const out = join(folder.path, 'cluster.headroom.json')
    const { exitCode, out: text } = await headroom('observe', '--file', list, '--out', out)
    expect(exitCode).toBe(0)
    expect(text).toContain('Topics by rate')
    const written = scenario.parse(JSON.parse(await readFile(out, 'utf8')))
    expect(written.workload.topics.map(({ name, partitions }) => [name, partitions])).toEqual([
      ['orders', 24],
      ['clicks', 48],
      ['payments', 12],
      ['audit', 6],
      ['legacy-import', 3],
    ])
    const { json } = await headroom('predict', out, '--json')
    const { offered } = prediction.parse(json())
    expect(offered.recordsPerSec).toBeCloseTo(60_000 + 5000 + 120_000 + 20, 6)
    const written_ = 61.2e6 + 4.1e6 + 30e6 + 0.05e6
    expect(offered.ingressWireBytesPerSec / written_).toBeCloseTo(1, 2)
    const read = 2 * 61.2e6 + 3 * 4.1e6 + 30e6
    expect(offered.egressWireBytesPerSec / read).toBeCloseTo(1, 2)
  })

  it('keeps the observation, which list and show find', async () => {
    const { out } = await headroom('observe', '--file', list, '--name', 'shop')
    expect((await headroom('observations', 'list')).out).toMatch(/shop +5 +0 +list of topics/)
    expect((await headroom('observations', 'show', 'last')).out).toBe(out)
  })

  it('lists the others if one observation is damaged, and names that one', async () => {
    await headroom('observe', '--file', list, '--name', 'shop')
    await headroom('observe', '--file', list, '--name', 'harmed')
    const kept = (await headroom('observations', 'list', '--json')).json().observations
    const { id } = kept.find(({ name }: { name: string }) => name === 'harmed')
    const database = openDatabase(join(folder.path, 'workspace', storeFileName), migrations)
    database.run("UPDATE observations SET observation = '{}' WHERE id = ?", id)
    database.close()
    const listed = await headroom('observations', 'list')
    expect([listed.exitCode, listed.err]).toEqual([0, ''])
    expect(listed.out).toMatch(/shop +5 +0 +list of topics/)
    expect(listed.out.replace(/\s+/g, ' ')).toContain(`The workspace holds a damaged record: observation ${id}.`)
    const { observations, unreadable } = (await headroom('observations', 'list', '--json')).json()
    expect([observations.length, unreadable.map((each: { id: string }) => each.id)]).toEqual([1, [id]])
    const shown = await headroom('observations', 'show', id)
    expect([shown.exitCode === 0, shown.err]).toEqual([false, expect.stringContaining('damaged record')])
  })

  it('shows the limits of the deployment that is named, and asks for it otherwise', async () => {
    const on = await headroom('observe', '--file', list, '--offering', 'confluent-cloud-dedicated', '--size', '2')
    // An idle topic has 2 replicas, and the service keeps 3. Members that equal the partitions limit nothing.
    expect(on.out).toContain('The observed cluster does not run on 2 CKUs of Confluent Cloud Dedicated.')
    expect(on.out.replace(/\s+/g, ' ')).toContain('its fullest limit would be at 79 %.')
    expect(on.out).toMatch(/95\.4 of 120 MB\/s +79 %/)
    expect((await headroom('observe', '--file', list)).out).toContain('What does the cluster run on?')
  })

  it('makes the scenario for the stated library of the clients, and refuses one that it does not know', async () => {
    const family = async (...words: string[]) => {
      const { json } = await headroom('observe', '--file', list, ...words, '--json')
      return json().scenario.workload.clientFamily
    }
    expect(await family()).toBe('java')
    expect(await family('--client-family', 'librdkafka')).toBe('librdkafka')
    const shown = await headroom('observations', 'show', 'last', '--client-family', 'librdkafka', '--json')
    expect(shown.json().scenario.workload.clientFamily).toBe('librdkafka')
    const { exitCode, err } = await headroom('observe', '--file', list, '--client-family', 'rust')
    expect(exitCode).toBe(2)
    expect(err).toContain('--client-family: expected java or librdkafka')
  })

  it('refuses an unknown or missing tier and an unknown offering before it reads anything, and names the known ones', async () => {
    const on = async (...deployment: readonly string[]) => {
      const target = join(folder.path, 'client.properties')
      await writeFile(target, 'bootstrap.servers=127.0.0.1:1\n')
      const ways = [
        ['--file', list],
        ['--target', target],
      ]
      return Promise.all(ways.map((way) => headroom('observe', ...way, ...deployment, '--json')))
    }
    for (const { exitCode, json } of await on('--offering', 'aws-msk-express', '--tier', 'nope', '--size', '3')) {
      expect([exitCode, json().error.code]).toEqual([2, 'OFFERING_INVALID'])
      expect(json().error.problems[0].place).toBe('deployment.tier')
      expect(json().error.problems[0].message).toMatch(/has no tier "nope"; known: .*express\.m7g\.large/)
    }
    for (const { json } of await on('--offering', 'aws-msk-express', '--size', '3')) {
      expect(json().error.problems[0].message).toMatch(/several tiers: .*express\.m7g\.large/)
    }
    for (const { json } of await on('--offering', 'confluent-cloud-dedicated', '--tier', 'nope')) {
      expect(json().error.problems[0].message).toContain('has no tiers')
    }
    for (const { json } of await on('--offering', 'nope')) expect(json().error.code).toBe('OFFERING_INVALID')
    expect((await headroom('observations', 'list', '--json')).json()).toEqual({ observations: [] })
  })

  it('says that no size of the assumed service fits a load that none carries', async () => {
    const path = join(folder.path, 'large.csv')
    // One partition carries 12 MB/s at most, whatever the size.
    await writeFile(path, 'topic,partitions,in [MB/s]\norders,12,700\n')
    const { out } = await headroom('observe', '--file', path)
    const words = out.replace(/\s+/g, ' ')
    expect(words).toContain(
      'no size of Confluent Cloud Dedicated fits the observed peak, and the limits shown are those of',
    )
    expect(words).not.toContain('is the smallest that fits')
  })

  it('makes a scenario of topics whose long names begin alike', async () => {
    const path = join(folder.path, 'long.csv')
    const names = ['a', 'b', 'c'].map((end) => `${'x'.repeat(248)}${end}`)
    await writeFile(path, ['topic,partitions,in [MB/s]', ...names.map((name) => `${name},3,1`)].join('\n'))
    const { exitCode, json } = await headroom('observe', '--file', path, '--json')
    expect(exitCode).toBe(0)
    const made: string[] = json().scenario.workload.topics.map(({ name }: { name: string }) => name)
    expect(made.map((name) => [name.length, name.slice(-2)])).toEqual([
      [200, 'xx'],
      [200, '-2'],
      [200, '-3'],
    ])
    await writeFile(path, `topic,partitions\n${'x'.repeat(250)},3\n`)
    expect((await headroom('observe', '--file', path)).err).toMatch(/long\.csv:2: .*up to 249\s+characters/)
  })

  it('marks limits of more than a year ago beside the deployment, and no others', async () => {
    const on = async (asOf: string) => {
      const deployment = ['--offering', 'confluent-cloud-dedicated', '--size', '2', '--as-of', asOf]
      return (await headroom('observe', '--file', list, ...deployment)).out
    }
    expect(await on('2020-04')).toMatch(/Runs on .*limits of\s+2020-04\s+\[more\s+than\s+a\s+year\s+old\]/)
    expect(await on('2026-03')).not.toMatch(/limits of\s+2026-03\s+\[/)
  })

  it('says that no source names a topic, instead of tables without rows', async () => {
    const { out } = await headroom('observe', '--file', 'tests/fixtures/observations/cloudwatch-answer.json')
    expect(out).toMatch(/The sources name no topic: the rates are known for the whole cluster\s+only\./)
    expect(out).not.toContain('Properties of each topic')
    expect((await headroom('observe', '--file', list)).out).toContain('Properties of each topic')
  })

  it('says where every field comes from with --json', async () => {
    const { json } = await headroom('observe', '--file', list, '--json')
    const { provenance } = json()
    const of = (field: string) => provenance.find((each: { field: string }) => each.field === field)
    expect(of('workload.topics[0].partitions')).toMatchObject({ how: 'measured', source: 'source-1' })
    expect(of('workload.producers[0].recordValueBytes')).toMatchObject({ how: 'derived', source: 'source-1' })
    expect(of('workload.producers[0].clients')).toMatchObject({ how: 'assumed', source: null })
  })

  it('replaces every name with --redact-names, in text, JSON, scenario and report alike', async () => {
    const out = join(folder.path, 'cluster.headroom.json')
    const words = ['observe', '--file', list, '--redact-names', '--out', out, '--report', folder.path]
    const text = await headroom(...words)
    const { out: json } = await headroom('observations', 'show', 'last', '--redact-names', '--json')
    const paths = text.out
      .split('\n')
      .flatMap((line) => (line.startsWith(`Wrote ${folder.path}`) ? [line.slice(6)] : []))
    const files = [out, ...paths.filter((path) => !path.includes('Predict'))]
    const texts = [text.out, json, ...(await Promise.all(files.map((path) => readFile(path, 'utf8'))))]
    expect(files).toHaveLength(3)
    for (const each of texts) {
      expect(each).not.toMatch(/orders|payments|clicks|legacy-import|topics\.csv/)
      expect(each).toContain('topic-1')
    }
  })

  it('replaces names in errors with --redact-names, and says the place and the remedy still', async () => {
    const path = join(folder.path, 'acme-topics.csv')
    await writeFile(path, 'topic,partitions\npayroll,6\npayroll,six\n')
    const properties = join(folder.path, 'acme.properties')
    await writeFile(properties, 'bootstrap.servers=broker.acme.example\n')
    const missing = join(folder.path, 'acme-missing.csv')
    const errors = await Promise.all(
      [
        ['observe', '--file', path],
        ['observe', '--file', missing, '--out', 'a'],
        ['observe', '--target', properties],
        ['observe', '--prometheus', 'http://user:word@metrics.acme.example'],
        ['observations', 'resume', '--target', properties],
      ].map(async (words) => (await headroom(...words, '--redact-names')).err),
    )
    expect(errors.join('\n')).not.toMatch(/acme|payroll/)
    expect(errors[0]).toMatch(/file-1:3: topic "…" is already in line 2; expected one line per topic/)
    expect(errors[1]).toMatch(/file-1: the file could not be read: it does not exist/)
    expect(errors[2]).toMatch(/--target:1/)
    expect((await headroom('observe', '--file', path)).err).toMatch(/acme-topics\.csv:3: topic "payroll"/)
  })

  it('names every problem of a file with its line, and keeps nothing', async () => {
    const path = join(folder.path, 'broken.csv')
    await writeFile(path, 'topic,partitions\norders,many\npayments,0\n')
    const { exitCode, json } = await headroom('observe', '--file', path, '--json')
    const { code, problems } = json().error
    expect([exitCode, code]).toEqual([2, 'INPUT_INVALID'])
    expect(problems.map(({ place }: { place: string }) => place)).toEqual(['broken.csv:2', 'broken.csv:3'])
    expect((await headroom('observations', 'list', '--json')).json()).toEqual({ observations: [] })
  })

  it('refuses a list without traffic, a file of nothing known, and no file at all', async () => {
    const path = join(folder.path, 'idle.csv')
    await writeFile(path, 'topic,partitions\norders,6\n')
    expect((await headroom('observe', '--file', path)).err).toContain('No rate of any topic is known')
    await writeFile(path, 'topic,partitions,messages/s\norders,6,0\n')
    expect((await headroom('observe', '--file', path)).err).toContain('No topic has traffic')
    const unknown = async (text: string) => {
      await writeFile(path, text)
      return (await headroom('observe', '--file', path)).err
    }
    expect(await unknown('nothing')).toContain('its format is not known; expected a list of topics')
    expect(await unknown('Thema;Partitionen\norders;6\n')).toContain('has 2 columns, and none is "topic"; expected')
    expect(await unknown('{"password": "word"}')).toContain('it is JSON of a kind that is not known; expected')
    const settings = await unknown('sasl.password=word')
    expect(settings).toContain('it is a list of settings, not of topics; expected')
    expect(settings).not.toContain('word')
    expect(await unknown('<!DOCTYPE html><html>log in</html>')).toContain('it is a web page; expected')
    expect(await unknown('\n')).toContain('it is empty; expected')
    expect((await headroom('observe')).err).toContain('--file FILE')
    const address = await headroom('observe', '--prometheus', 'http://user:word@127.0.0.1:1', '--json')
    expect(address.json().error.problems[0].message).toContain('without user and password')
    const closed = await headroom('observe', '--jolokia', 'http://127.0.0.1:1', '--json')
    expect(closed.json().error.code).toBe('CLUSTER_UNREACHABLE')
  })

  it('prints the rights that reading a cluster needs, for the user of the connection, and reads nothing', async () => {
    const path = join(folder.path, 'client.properties')
    const login = 'sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required'
    await writeFile(
      path,
      `bootstrap.servers=127.0.0.1:1\nsecurity.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n${login} username="reader" password="secret-71c2";\n`,
    )
    const { exitCode, out, err } = await headroom('observe', '--target', path, '--acls')
    expect([exitCode, err]).toEqual([0, ''])
    const commands = out.split('\n').filter((line) => line.startsWith('kafka-acls.sh'))
    const start = 'kafka-acls.sh --bootstrap-server 127.0.0.1:1 --add --allow-principal User:reader'
    expect(commands).toEqual([
      `${start} --operation DescribeConfigs --operation Describe --cluster`,
      `${start} --operation Describe --operation DescribeConfigs --operation Read --topic '*'`,
      `${start} --operation Describe --group '*'`,
    ])
    expect(out).not.toContain('secret-71c2')
    const less = await headroom('observe', '--target', path, '--acls', '--sample', '0')
    expect(less.out).not.toContain('--operation Read')
    const anywhere = await headroom('observe', '--acls', '--sample', '0')
    expect(anywhere.exitCode).toBe(0)
    expect(anywhere.out).toContain('--bootstrap-server HOST:PORT')
    expect(anywhere.out).not.toContain('--operation Read')
  })

  it('says how a time and a size of a reading are written', async () => {
    const { err } = await headroom('observe', '--target', 'x.properties', '--for', '2', '--sample', 'lots')
    expect(err).toContain('--for: "2" has no unit of time; write it like')
    expect(err).toContain('--sample: "lots" is not a size; write it like')
    const tooMuch = await headroom('observe', '--target', 'x.properties', '--for', '8 days', '--sample', '11GB')
    expect(tooMuch.err).toContain('--for: expected at most 7 days')
    expect(tooMuch.err).toContain('--sample: expected at most 10 GB')
  })

  it('names an address that is meant where it refuses one', async () => {
    const server = await headroom('observe', '--prometheus', 'prometheus:9090')
    expect(server.err).toContain('--prometheus: expected an address like http://prometheus:9090')
    const agent = await headroom('observe', '--jolokia', 'broker')
    expect(agent.err).toContain('--jolokia: expected an address like http://broker-1:8778/jolokia')
  })

  it('refuses limits of a reading without a cluster, and invalid limits', async () => {
    expect((await headroom('observe', '--file', list, '--for', '10min')).err).toContain('need --target')
    const bare = await headroom('observe', '--target', 'x.properties', '--sample', '50')
    expect(bare.err).toMatch(/--sample: "50" has no unit; write it like 50 MB/)
    const { exitCode, err } = await headroom('observe', '--target', 'x.properties', '--for', 'long', '--sample', '1TB')
    expect(exitCode).toBe(2)
    expect(err).toContain('--for')
    expect(err).toContain('--sample')
  })
})
