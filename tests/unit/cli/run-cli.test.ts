import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import { errorExitCodes } from '../../../src/contracts/app-error.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { memoryTerminal } from './memory-terminal.ts'
import { headroomInFolders } from './run-headroom.ts'

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'
const { folder, headroom } = headroomInFolders()

describe('headroom predict', () => {
  it('answers in one sentence first', async () => {
    const { exitCode, out, err } = await headroom('predict', orders2020)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toMatch(/^2 CKUs are enough; 1 CKU with compression\.type lz4/)
    expect(out.replace(/\s+/g, ' ')).toContain('1 CKU carries 50 MB/s in and 100 MB/s out.')
    expect(out).toContain('Open questions: not stated, and assumed\n')
  })

  it('prints the prediction of the contract with --json', async () => {
    const { json } = await headroom('predict', orders2020, '--json')
    expect(prediction.parse(json()).binding.map((each) => each.dimension)).toEqual(['ingress'])
  })

  it('lists the first of a hundred thousand problems, and says how many more there are', async () => {
    const path = join(folder.path, 'many-problems.headroom.json')
    const scenario = JSON.parse(await readFile(orders2020, 'utf8'))
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 0]))
    await writeFile(path, JSON.stringify({ ...scenario, ...unknown }))
    const { err } = await headroom('predict', path)
    expect(err).toMatch(/ has 100,000 problems\.$/m)
    expect(err).toContain('  x49: unknown field "x49"; remove it or correct its spelling\n  and 99950 more problems\n')
    const { error } = (await headroom('predict', path, '--json')).json()
    expect(error.problems).toHaveLength(51)
    expect(error.problems[50]).toEqual({ place: '', message: 'and 99950 more problems' })
  })

  it('accepts size, date and any field', async () => {
    const words = [
      '--size',
      '2',
      '--as-of',
      '2026-03',
      '--set',
      'workload.producers.0.peakRecordsPerSec=10k/s',
      '--json',
    ]
    const { json } = await headroom('predict', orders2020, ...words)
    const { deployment, offered } = prediction.parse(json())
    expect([deployment.size, deployment.limitsAsOf, offered.recordsPerSec]).toEqual([2, '2026-03', 10_000])
  })

  it('names every problem of a scenario', async () => {
    const path = join(folder.path, 'wrong.headroom.json')
    const scenario = JSON.parse(await readFile(orders2020, 'utf8'))
    await writeFile(path, JSON.stringify({ ...scenario, colour: 'blue', schemaVersion: 0 }))
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
    const { exitCode, err } = await headroom('predict', orders2020, ...words)
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

  it('lists the known ones if one is unknown', async () => {
    const { exitCode, json } = await headroom('models', 'show', 'nothing', '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'OFFERING_INVALID'])
    expect(json().error.problems[0].message).toContain('confluent-cloud-dedicated')
  })
})

describe('headroom', () => {
  it.each([
    [['pedict'], 'Did you mean predict?'],
    [['runs', 'shw'], 'Did you mean runs show?'],
    [['models'], 'headroom models list, headroom models show'],
    [['predict', orders2020, '--jsn'], 'did you mean --json?'],
    [['models', 'calibrations', 'lst'], 'Did you mean models calibrations list?'],
    [['--jsn', 'predict', orders2020], 'The command comes first'],
    [['models', 'show', 'confluent-cloud-dedicatd'], 'Did you mean confluent-cloud-dedicated?'],
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

  it.each([
    [['runs', '--help'], 'headroom runs delete RUN', 'headroom models'],
    [['models', 'calibrations', '-h'], 'headroom models calibrations delete NAME', 'headroom models list'],
    [['help', 'runs', 'show'], 'headroom runs show RUN [options]', 'headroom runs delete'],
    [['report', '--help'], 'headroom report campaign CAMPAIGN', 'headroom runs'],
  ])('helps with %j and nothing else', async (words, held, other) => {
    const { exitCode, out, err } = await headroom(...words)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toContain(held)
    expect(out).not.toContain(other)
  })

  it.each([40, 80, 120])('helps in lines of a terminal of %d columns', async (columns) => {
    const terminal = memoryTerminal({ columns })
    const given = { terminal, resourcesRoot: process.cwd(), environment: { HEADROOM_WORKSPACE: folder.path } }
    await runCli(['validate', '--help'], given)
    const explained = terminal.stdout.split('\nExamples\n')[0]?.split('\n').slice(1) ?? []
    const wide = explained.filter((line) => line.length > columns && line.trim().includes(' '))
    expect(wide.filter((line) => !line.trimStart().startsWith('--'))).toEqual([])
    expect(terminal.stdout).toContain('--quota-window-seconds N')
  })

  it('names every problem of --set at once, each once', async () => {
    const unknown = await headroom('predict', orders2020, '--set', 'workload.topic=1', '--set', 'deployment.sise=2')
    expect(unknown.exitCode).toBe(2)
    expect(unknown.err.match(/Did you mean workload\.topics\?/g)).toHaveLength(1)
    expect(unknown.err.match(/Did you mean deployment\.size\?/g)).toHaveLength(1)
    const alone = await headroom('predict', orders2020, '--set', 'deployment.sise=2')
    expect(alone.err.match(/Did you mean/g)).toHaveLength(1)
    const rate = await headroom('predict', orders2020, '--set', 'workload.producers.0.peakRecordsPerSec=60.000')
    expect([rate.exitCode, rate.err]).toEqual([2, expect.stringContaining('can mean thousands or decimals')])
  })

  it('refuses a run of less than a second before anything is tried', async () => {
    const { exitCode, err } = await headroom('validate', orders2020, '--duration', '1ms')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('expected a duration from 1 s to 7 days')])
    expect(err).not.toContain('trial')
  })

  it('says how the token of agents is given, by an option that the command has', async () => {
    const { exitCode, err } = await headroom('agents', 'check', `127.0.0.1:1#${'a'.repeat(64)}`)
    expect(exitCode).toBe(errorExitCodes.AUTHENTICATION_FAILED)
    expect(err).toContain('--agent-token-file')
    expect(err).not.toContain('--secrets-file')
  })

  it('says that there is no run yet', async () => {
    const { exitCode, err } = await headroom('runs', 'show', 'last')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('There is no run in this workspace yet.')])
  })

  it('deletes no run if the id is empty', async () => {
    expect(await headroom('runs', 'delete', '')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('this argument is empty'),
    })
  })

  it('prints its version, alone and with each command', async () => {
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
    const environment = { HEADROOM_WORKSPACE: folder.path }
    const exitCode = await runCli(['models', 'list'], { terminal: broken, resourcesRoot: process.cwd(), environment })
    expect(exitCode).toBe(errorExitCodes.INTERNAL)
    expect(terminal.stderr).toContain('Internal error: a fault of ours')
    expect(terminal.stderr).not.toContain('    at ')
    const log = await readFile(join(folder.path, 'logs', 'headroom.log'), 'utf8')
    expect(log).toContain('TypeError: a fault of ours\n    at ')
  })
})
