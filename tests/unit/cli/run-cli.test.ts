import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import { errorExitCodes } from '../../../src/contracts/app-error.ts'
import { importedRun } from '../../../src/contracts/imported-run.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { runComparison } from '../../../src/contracts/run-comparison.ts'
import { stepResultOf } from '../../../src/evidence/step-result.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../reports/known-run.ts'
import { exampleCampaign } from '../workbench/example-campaign.ts'
import { memoryTerminal } from './memory-terminal.ts'

const first = 'examples/first.headroom.json'
let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headroom-cli-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Runs a command line as a terminal would, with a workspace of its own. */
async function headroom(...words: string[]) {
  const terminal = memoryTerminal()
  const environment = { HEADROOM_WORKSPACE: join(directory, 'workspace') }
  const exitCode = await runCli(words, { terminal, resourcesRoot: process.cwd(), environment })
  return { exitCode, out: terminal.stdout, err: terminal.stderr, json: () => JSON.parse(terminal.stdout) }
}

describe('headroom predict', () => {
  it('answers in one sentence first', async () => {
    const { exitCode, out, err } = await headroom('predict', first)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toMatch(/^1 CKU carries 50 MB\/s in and 100 MB\/s out\./)
    expect(out).toContain('Assumed\n')
  })

  it('prints the prediction of the contract with --json', async () => {
    const { json } = await headroom('predict', first, '--json')
    expect(prediction.parse(json()).binding.map((each) => each.dimension)).toEqual(['ingress'])
  })

  it('takes size, date and any field', async () => {
    const words = [
      '--size',
      '2',
      '--as-of',
      '2026-03',
      '--set',
      'workload.producers.0.peakRecordsPerSec=10k/s',
      '--json',
    ]
    const { json } = await headroom('predict', first, ...words)
    const { deployment, offered } = prediction.parse(json())
    expect([deployment.size, deployment.limitsAsOf, offered.recordsPerSec]).toEqual([2, '2026-03', 10_000])
  })

  it('names every problem of a scenario', async () => {
    const path = join(directory, 'wrong.headroom.json')
    const scenario = JSON.parse(await readFile(first, 'utf8'))
    await writeFile(path, JSON.stringify({ ...scenario, colour: 'blue', schemaVersion: 7 }))
    const { exitCode, out, err } = await headroom('predict', path)
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toContain('colour: unknown field "colour"')
    expect(err).toContain('schemaVersion:')
    expect(err).not.toContain('    at ')
  })

  it.each([
    [['--set', 'workload.topics.0.partitons=10'], 'workload.topics.0.partitions'],
    [['--set', 'workload.topics.0.partitions=-1'], 'workload.topics[0].partitions'],
    [['--set', 'nonsense'], 'PATH=VALUE'],
    [['--size', '0'], 'deployment.size'],
    [['--as-of', 'yesterday'], 'deployment.asOf'],
    [['--set', 'deployment.offering=unheard-of'], 'known offerings'],
  ])('refuses %j and names the place', async (words, place) => {
    const { exitCode, err } = await headroom('predict', first, ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(place)
  })
})

describe('headroom models', () => {
  it('lists offerings and shows limits with their sources', async () => {
    expect((await headroom('models', 'list')).out).toContain('confluent-cloud-dedicated')
    expect((await headroom('models', 'show', 'confluent-cloud-dedicated')).out).toContain('50 MB/s per CKU')
    const listed = (await headroom('models', 'list', '--json')).json()
    expect(listed.offerings[0]).toMatchObject({ id: expect.any(String), limitsAsOf: expect.any(Array) })
  })

  it('names the known ones where one is not known', async () => {
    const { exitCode, json } = await headroom('models', 'show', 'nothing', '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'OFFERING_INVALID'])
    expect(json().error.problems[0].message).toContain('confluent-cloud-dedicated')
  })
})

describe('headroom runs and report', () => {
  it('say that there are none yet', async () => {
    expect((await headroom('runs', 'list')).out).toContain('There are no runs')
    expect((await headroom('runs', 'list', '--json')).json()).toEqual({ runs: [] })
  })

  it.each([
    ['runs', 'show', 'nothing'],
    ['runs', 'delete', 'nothing'],
    ['report', 'last'],
  ])('refuse a run that is not there: %s %s %s', async (...words) => {
    const { exitCode, json } = await headroom(...words.filter((word) => word !== undefined), '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'RUN_NOT_FOUND'])
  })

  it('refuse to compare with nothing, or with what is not there', async () => {
    expect((await headroom('runs', 'compare', 'a,b')).err).toContain('--with RUN,RUN,…')
    const { exitCode, json } = await headroom('runs', 'compare', 'a', '--with', 'b', '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'RUN_NOT_FOUND'])
  })

  it('compare two sets of runs', async () => {
    const store = openStore(join(directory, 'workspace'))
    for (const id of ['a1', 'a2', 'b1', 'b2']) store.insertRun({ ...knownRecord, id })
    store.close()
    const { exitCode, out } = await headroom('runs', 'compare', 'a1,a2', '--with', 'b1,b2')
    expect([exitCode, out.split('\n').length]).toEqual([0, 8])
    expect(out).toContain('2 runs')
    expect(out).toContain('no practical difference: 0 %, not tested')
    const { json } = await headroom('runs', 'compare', 'a1,a2', '--with', 'b1,b2', '--json')
    expect(runComparison.parse(json()).one).toEqual(['a1', 'a2'])
  })

  it('refuse a format that is not known', async () => {
    expect((await headroom('report', 'last', '--format', 'docx')).err).toContain('"docx" is not a format')
  })
})

describe('headroom campaign', () => {
  const ladder = 'examples/first-ladder.campaign.json'

  it.each([
    [['--target', 'embeded'], 'did you mean embedded?'],
    [['--scale', '-1', '--duration', 'long'], '2 problems'],
    [['--resume'], 'this option needs a value: ID'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, err } = await headroom('campaign', 'nowhere.json', ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
  })

  it('needs a file or a campaign to go on with, and not both', async () => {
    expect((await headroom('campaign')).err).toContain('either a FILE or --resume ID')
    expect((await headroom('campaign', ladder, '--resume', 'x')).err).toContain('either a FILE or --resume ID')
    const { exitCode, json } = await headroom('campaign', '--resume', 'nothing', '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'CAMPAIGN_NOT_FOUND'])
    expect((await headroom('campaign', '--resume', 'x', '--scale', '2')).err).toContain('keeps what it began with')
  })

  it('names every problem of a file', async () => {
    const path = join(directory, 'wrong.campaign.json')
    const campaign = JSON.parse(await readFile(ladder, 'utf8'))
    await writeFile(path, JSON.stringify({ ...campaign, colour: 'blue', repeats: 0, scenario: 'nowhere.json' }))
    const { exitCode, err } = await headroom('campaign', path)
    expect(exitCode).toBe(2)
    for (const place of ['scenario: ', 'repeats: ', 'colour: ']) expect(err).toContain(`  ${place}`)
  })

  it('shows what it will do, write and take on a cluster, and does not start without a yes', async () => {
    const path = join(directory, 'ours.connection.json')
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
    expect(err).toContain('This campaign makes 10 runs on Ours')
    expect(err).toMatch(/0\.25 times the load +15,000 records\/s/)
    expect(err).toContain('Add --yes')
  })

  it('lists and shows what is in the workspace', async () => {
    expect((await headroom('campaigns', 'list')).out).toContain('There are no campaigns')
    const store = openStore(join(directory, 'workspace'))
    store.insertCampaign(exampleCampaign('steps'))
    store.addCampaignResult('steps', stepResultOf({ stepId: 'load-0.5', label: '0.5 times', repeat: 1 }, knownRecord))
    store.close()
    expect((await headroom('campaigns', 'list', '--json')).json().campaigns).toMatchObject([{ id: 'steps', runs: 1 }])
    const { out } = await headroom('campaigns', 'show', 'steps')
    expect(out).toMatch(/^0\.5 times +1 .* confirmed +broker-throttle$/m)
    expect((await headroom('campaigns', 'show', 'nothing')).exitCode).toBe(2)
  })
})

describe('headroom validate', () => {
  it.each([
    [['--target', 'embeded'], 'did you mean embedded?'],
    [['--target', 'elsewhere'], 'use embedded, embedded:kafka, embedded:simulated or the file of a connection'],
    [['--scale', '-1'], '--scale -1: expected a number greater than zero'],
    [['--duration', '110'], 'has no unit of time'],
    [['--expect', 'above'], 'the only expectation is: confirmed'],
    [['--quota-window-seconds', '1.5'], 'expected a whole number'],
  ])('refuses %j before anything is read', async (words, sentence) => {
    const { exitCode, err } = await headroom('validate', 'nowhere.json', ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
  })

  it('names all problems at once', async () => {
    const { err } = await headroom('validate', 'x', '--scale', '0', '--duration', 'long', '--target', 'here')
    expect(err).toContain('3 problems')
  })

  it('shows what it will write to a cluster, and does not start without a yes', async () => {
    const path = join(directory, 'ours.connection.json')
    const connection = {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'Ours',
      bootstrapServers: ['127.0.0.1:1'],
    }
    await writeFile(path, JSON.stringify(connection))
    const { exitCode, out, err } = await headroom('validate', first, '--target', path)
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toContain('This run makes 1 topic with 24 partitions on Ours')
    expect(err).toContain('Add --yes')
  })
})

describe('headroom', () => {
  it.each([
    [['pedict'], 'Did you mean predict?'],
    [['runs', 'shw'], 'Did you mean runs show?'],
    [['models'], 'headroom models list, headroom models show'],
    [['predict', first, '--jsn'], 'did you mean --json?'],
  ])('suggests what may have been meant by %j', async (words, hint) => {
    const { exitCode, err } = await headroom(...words)
    expect(exitCode).toBe(errorExitCodes.USAGE)
    expect(err).toContain(hint)
  })

  it('helps, as a whole and with each command', async () => {
    const whole = await headroom('--help')
    expect([whole.exitCode, whole.err]).toEqual([0, ''])
    const names = [...whole.out.matchAll(/^ {2}headroom ([a-z]+(?: [a-z]+)*)/gm)].map((match) => match[1] ?? '')
    expect(names.length).toBeGreaterThanOrEqual(8)
    for (const name of names) {
      const { exitCode, out } = await headroom(...name.split(' '), '--help')
      expect([exitCode, out.startsWith(`headroom ${name}`)]).toEqual([0, true])
    }
  })

  it('tells its version, as a whole and with each command', async () => {
    expect((await headroom('--version')).out).toMatch(/^headroom \d+\.\d+\.\d+\n$/)
    expect((await headroom('predict', '--version')).out).toMatch(/^headroom \d/)
  })

  it('keeps an unexpected error in its log and shows one line', async () => {
    const terminal = memoryTerminal()
    const broken = {
      ...terminal,
      out: () => {
        throw new TypeError('a fault of ours')
      },
      err: terminal.err,
    }
    const environment = { HEADROOM_WORKSPACE: directory }
    const exitCode = await runCli(['models', 'list'], { terminal: broken, resourcesRoot: process.cwd(), environment })
    expect(exitCode).toBe(errorExitCodes.INTERNAL)
    expect(terminal.stderr).toContain('Something unexpected went wrong: a fault of ours')
    expect(terminal.stderr).not.toContain('    at ')
    const log = await readFile(join(directory, 'logs', 'headroom.log'), 'utf8')
    expect(log).toContain('TypeError: a fault of ours\n    at ')
  })
})

describe('headroom import', () => {
  const results = 'tests/fixtures/imports/white-paper/test-results.txt'

  it('keeps a run that list, show, report and delete take', async () => {
    const { exitCode, out } = await headroom('import', results, '--name', 'AWS, host 1')
    expect(exitCode).toBe(0)
    expect(out).toContain('24.79 MiB/s')
    expect(out).toContain('cannot say')
    expect((await headroom('runs', 'list')).out).toMatch(/AWS, host 1 +imported from kafka-producer-perf-test/)
    expect((await headroom('runs', 'show', 'last')).out).toBe(out)
    const { json } = await headroom('report', 'last', '--format', 'html,md,json,csv', '--out', directory, '--json')
    expect(json().paths).toHaveLength(5)
    const html = await readFile(json().paths[0], 'utf8')
    expect(html).toContain('imported from kafka-producer-perf-test')
    expect((await headroom('runs', 'delete', 'last')).exitCode).toBe(0)
  })

  it('prints the run of the contract with --json, laid on a prediction', async () => {
    const scenario = 'examples/confluent-cku-2020.headroom.json'
    const { json } = await headroom('import', results, '--scenario', scenario, '--json')
    const { overlay, name } = importedRun.parse(json())
    expect([overlay?.reasonCode, name]).toEqual(['no-interval', 'Confluent white paper 2020: 2 CKUs, multi zone'])
  })

  it('reads the named columns of a CSV file, with their units', async () => {
    const path = join(directory, 'rates.csv')
    await writeFile(path, 'written,rate\n24.79,1000\n')
    const columns = ['--column', 'ingressPayloadBytesPerSec=written [MiB/s]', '--column', 'recordsPerSec=rate']
    const { json } = await headroom('import', path, ...columns, '--json')
    const { figures } = importedRun.parse(json())
    expect(figures).toMatchObject({ ingressPayloadBytesPerSec: 24.79 * 2 ** 20, recordsPerSec: 1000 })
    const wrong = await headroom('import', path, '--column', 'speed=written', '--column', 'recordsPerSec=rate [MiB/s]')
    expect(wrong.exitCode).toBe(2)
    expect(wrong.err).toContain('--column speed=written: expected one of ingressWireBytesPerSec')
    expect(wrong.err).toContain('--column recordsPerSec=rate [MiB/s]: ')
  })

  it('names the place at which a result file is not JSON', async () => {
    const path = join(directory, 'result.json')
    await writeFile(path, '{"publishRate": [1, 2')
    const { exitCode, err } = await headroom('import', path)
    expect([exitCode, err]).toEqual([2, expect.stringContaining('result.json:1:22: it is not JSON')])
  })

  it('needs a file', async () => {
    const { exitCode, err } = await headroom('import')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('this argument is missing')])
  })

  it('names file and line of what cannot be read', async () => {
    const path = join(directory, '<b>wrong.txt')
    await writeFile(path, '12 records sent, quickly\n')
    const { exitCode, err } = await headroom('import', path)
    expect([exitCode, err]).toEqual([2, expect.stringContaining('<b>wrong.txt:1: expected a line like')])
  })

  it('writes names of files into a report as text, never as markup', async () => {
    const path = join(directory, '<script>alert(1)<script>.txt')
    await writeFile(path, await readFile(results))
    await headroom('import', path)
    const { json } = await headroom('report', 'last', '--out', directory, '--json')
    expect(await readFile(json().paths[0], 'utf8')).not.toContain('<script')
  })
})
