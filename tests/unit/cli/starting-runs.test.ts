import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stepResultOf } from '../../../src/evidence/step-result.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { exampleCampaign } from '../workbench/example-campaign.ts'
import { headroomInFolders } from './run-headroom.ts'

const first = 'examples/first.headroom.json'
const { folder, headroom } = headroomInFolders()

describe('headroom campaign', () => {
  const ladder = 'examples/first-ladder.campaign.json'

  it.each([
    [['--target', 'embeded'], 'did you mean embedded?'],
    [['--scale', '-1', '--duration', 'long'], '2 problems'],
    [['--resume'], 'this option needs a value: CAMPAIGN'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, err } = await headroom('campaign', 'nowhere.json', ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
  })

  it('needs a file or a campaign to go on with, and not both', async () => {
    expect((await headroom('campaign')).err).toContain('either a FILE or --resume CAMPAIGN')
    expect((await headroom('campaign', ladder, '--resume', 'x')).err).toContain('either a FILE or --resume CAMPAIGN')
    const { exitCode, json } = await headroom('campaign', '--resume', 'nothing', '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'CAMPAIGN_NOT_FOUND'])
    expect((await headroom('campaign', '--resume', 'x', '--scale', '2')).err).toContain('keeps its own value')
  })

  it('names every problem of a file', async () => {
    const path = join(folder.path, 'wrong.campaign.json')
    const campaign = JSON.parse(await readFile(ladder, 'utf8'))
    await writeFile(path, JSON.stringify({ ...campaign, colour: 'blue', repeats: 0, scenario: 'nowhere.json' }))
    const { exitCode, err } = await headroom('campaign', path)
    expect(exitCode).toBe(2)
    for (const place of ['scenario: ', 'repeats: ', 'colour: ']) expect(err).toContain(`  ${place}`)
  })

  it('shows what it will do, write and take on a cluster, and does not start without a yes', async () => {
    const path = join(folder.path, 'ours.connection.json')
    await writeFile(
      path,
      JSON.stringify({
        kind: 'headroom.connection',
        schemaVersion: 1,
        name: 'Ours',
        bootstrapServers: ['127.0.0.1:1'],
      }),
    )
    const { exitCode, out, err } = await headroom('campaign', ladder, '--target', path)
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toMatch(/Runs on +Ours\nRuns +10 runs,/)
    expect(err).toMatch(/0\.25 times the load +18,000 records\/s/)
    expect(err).toContain('Add --yes')
  })

  it('lists and shows what is in the workspace', async () => {
    expect((await headroom('campaigns', 'list')).out).toContain('There are no campaigns')
    const store = openStore(join(folder.path, 'workspace'))
    store.insertCampaign(exampleCampaign('steps'))
    store.addCampaignResult('steps', stepResultOf({ stepId: 'load-0.5', label: '0.5 times', repeat: 1 }, knownRecord))
    store.close()
    expect((await headroom('campaigns', 'list', '--json')).json().campaigns).toMatchObject([{ id: 'steps', runs: 1 }])
    const { out } = await headroom('campaigns', 'show', 'steps')
    expect(out).toMatch(/^ +0\.5 times +no +Confirmed +the brokers’ /m)
    for (const meant of ['last', 'st']) expect((await headroom('campaigns', 'show', meant)).out).toBe(out)
    const { exitCode, err } = await headroom('campaigns', 'show', 'nothing')
    expect(exitCode).toBe(2)
    expect(err).toContain('There is no campaign nothing')
  })
})

describe('headroom validate', () => {
  it.each([
    [['--target', 'embeded'], 'did you mean embedded?'],
    [['--target', 'elsewhere'], 'use embedded, embedded:kafka, embedded:simulated or a connection file'],
    [['--scale', '-1'], '--scale: expected a factor from 0.000001 to 1,000, like 0.1 (found "-1")'],
    [['--scale', '0'], '--scale: expected a factor from 0.000001 to 1,000, like 0.1 (found 0)'],
    [['--scale', 'NaN'], 'expected a factor'],
    [['--scale', '1e9'], 'expected a factor from 0.000001 to 1,000'],
    [['--scale', '1e999'], 'expected a factor'],
    [['--quota-factor', '101'], '--quota-factor: expected a factor from 0.01 to 100'],
    [['--duration', '8 days'], '--duration: expected a duration from 1 s to 7 days'],
    [['--duration', '0.5 s'], '--duration: expected a duration from 1 s to 7 days'],
    [['--quota-window-seconds', '1e6'], 'expected whole seconds from 1 to 3,600'],
    [['--duration', '110'], 'has no unit of time'],
    [['--expect', 'above'], 'expected: confirmed'],
    [['--quota-window-seconds', '1.5'], 'expected whole seconds from 1 to 3,600 (Kafka’s default is 11) (found "1.5")'],
  ])('refuses %j before anything is read', async (words, sentence) => {
    const { exitCode, err } = await headroom('validate', 'nowhere.json', ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
  })

  it.each([
    'broker:9092',
    'broker.example:9092',
    'me:hunter2@broker.example:9092',
    'http://me:hunter2@broker.example',
    'SASL_SSL://broker.example:9092',
  ])('says that the target %j is an address and not a file, without repeating it', async (target) => {
    const lines = [['validate', 'examples/first.headroom.json', '--yes'], ['observe']]
    for (const words of lines) {
      const { exitCode, err } = await headroom(...words, '--target', target)
      expect(exitCode).toBe(2)
      expect(err).toMatch(
        /^A connection is a file, not an address\.\nWrite the address into a file, as bootstrap\.servers=/,
      )
      expect(err).not.toContain('hunter2')
    }
  })

  it('repeats no password of the address of an agent', async () => {
    const agent = `me:hunter2@127.0.0.1:7443#${'0'.repeat(64)}`
    for (const words of [
      ['validate', 'x', '--agent', agent],
      ['agents', 'check', agent],
    ]) {
      const { exitCode, err } = await headroom(...words)
      expect([exitCode, err.includes('expected HOST:PORT before the fingerprint')]).toEqual([2, true])
      expect(err).not.toContain('hunter2')
    }
  })

  it('names all problems at once', async () => {
    const { err } = await headroom('validate', 'x', '--scale', '0', '--duration', 'long', '--target', 'here')
    expect(err).toContain('3 problems')
    const agents = await headroom('validate', 'x', '--scale', '0', '--agent', 'nowhere', '--on-lost-agent', 'pray')
    expect(agents.err).toContain('3 problems')
    for (const place of ['--scale: ', 'nowhere: ', '--on-lost-agent: ']) expect(agents.err).toContain(`  ${place}`)
  })

  it('shows what it will write to a cluster, and does not start without a yes', async () => {
    const path = join(folder.path, 'ours.connection.json')
    const connection = {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'Ours',
      bootstrapServers: ['127.0.0.1:1'],
    }
    await writeFile(path, JSON.stringify(connection))
    const { exitCode, out, err } = await headroom('validate', first, '--target', path)
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toMatch(/^Runs on +Ours/m)
    expect(err).toMatch(/^Creates +1 topic, 24 partitions; deleted afterwards$/m)
    expect(err).toContain('Add --yes')
    // Topics that are there are nobody's to delete, and nobody is to be afraid of it.
    const existing = await headroom('validate', first, '--target', path, '--existing-topics')
    const told = existing.err.replace(/\s+/g, ' ')
    expect(told).toContain('Uses 1 topic, 24 partitions, existing; neither altered nor deleted')
    expect(told).not.toMatch(/Creates|deleted afterwards/)
  })
})

describe('headroom benchmark', () => {
  it('suggests a near name for an unknown one', async () => {
    const { exitCode, err } = await headroom('benchmark', 'banzai')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('Did you mean banzai-flat-out?')])
  })

  it('names all problems of its numbers at once', async () => {
    const words = ['--ckus', '20000', '--partitions', '3,0', '--scale', 'much', '--profile', 'half']
    const { exitCode, err } = await headroom('benchmark', 'confluent-cku', ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain('4 problems')
    for (const place of ['--ckus: ', '--partitions: ', '--scale: ', '--profile: ']) expect(err).toContain(`  ${place}`)
  })
})

describe('a report that could not be written', () => {
  it.each([
    ['validate', first, '--report'],
    ['campaign', 'examples/first-ladder.campaign.json', '--report'],
    ['campaign', '--resume', 'last', '--report'],
    ['benchmark', 'huawei-scenarios', '--report'],
    ['report', 'last', '--out'],
    ['report', 'sizing', first, '--out'],
  ])('is refused before anything is started: %s %s %s', async (...words) => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    const { exitCode, out, err } = await headroom(...words, join(file, 'report'))
    expect([exitCode, out]).toEqual([9, ''])
    expect(err).toContain(
      `The folder ${join(file, 'report')} could not be written: a part of its path is not a folder.`,
    )
  })
})
