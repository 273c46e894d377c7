import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import type { Environment } from '../../../src/contracts/environment.ts'
import { runnerProtocolVersion } from '../../../src/contracts/runner-protocol.ts'
import { makeReadyRemedy } from '../../../src/contracts/setup-status.ts'
import type { FleetEnd, FleetListener } from '../../../src/workbench/fleets/fleet.ts'
import type { FleetDeadlines } from '../../../src/workbench/fleets/host-run.ts'
import { createLocalFleet, sweepLeftovers } from '../../../src/workbench/fleets/local-fleet.ts'
import { LineReader } from '../../../src/workbench/fleets/message-lines.ts'
import { patience } from '../patience.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { exampleDraft } from './example-run.ts'

const folder = temporaryFolder()

const patient: FleetDeadlines = {
  helloMs: 20_000,
  prepareSilenceMs: 20_000,
  sampleSilenceMs: 20_000,
  endMs: 20_000,
  exitMs: 20_000,
}
const short = 300

interface Heard {
  readonly end: FleetEnd
  readonly wasReady: boolean
  readonly heard: string[]
  readonly environment: Environment | null
}

function place() {
  const scriptPath = fileURLToPath(new URL('./scripted-host.mjs', import.meta.url))
  return { nodePath: process.execPath, scriptPath, stateDirectory: folder.path }
}

async function runBehaviour(
  behaviour: string,
  options: { deadlines?: FleetDeadlines; abort?: true } = {},
): Promise<Heard> {
  await writeFile(join(folder.path, 'behaviour'), behaviour)
  const heard: string[] = []
  let environment: Environment | null = null
  const draft = exampleDraft('fleet')
  const listener: FleetListener = {
    onEnvironment: (value) => {
      environment = value
    },
    onProgress: ({ step }) => heard.push(step),
    onPreflight: () => heard.push('preflight'),
    onSample: ({ second }) => {
      heard.push(`sample ${second}`)
      if (options.abort) run.stop('abort')
    },
    onNotice: (message) => heard.push(message),
  }
  const fleet = createLocalFleet(place(), options.deadlines ?? patient)
  const run = fleet.prepare({ plan: draft.plan, target: draft.target, secrets: { name: 'value' } }, listener)
  const wasReady = await run.ready
  if (wasReady) run.start(Date.now())
  return { end: await run.ended, wasReady, heard, environment }
}

describe('a local fleet', () => {
  it('goes from prepare to ended and reports everything in order, and nothing after the end', async () => {
    const { end, wasReady, heard } = await runBehaviour('works')
    expect([wasReady, heard]).toEqual([true, ['starting-cluster', 'preflight', 'sample 0', 'sample 1']])
    expect(end).toEqual({
      reason: 'plan-complete',
      detail: null,
      cleanUp: { deletedTopics: ['t'], deletedGroups: [], leftovers: [] },
      error: null,
    })
  })

  it('understands text that arrives byte by byte', async () => {
    expect((await runBehaviour('splits-lines')).heard).toContain('Grüße, 世界')
  })

  it('says that it was stopped, and no error', async () => {
    const { end } = await runBehaviour('waits-for-stop', { abort: true })
    expect([end.reason, end.detail, end.error]).toEqual(['user-abort', 'Stopped by abort.', null])
  })

  it.each(['works', 'mute'])('sends nothing to a host if it is stopped before the hello (%s)', async (behaviour) => {
    const heard: string[] = []
    const hear = () => heard.push('something')
    const all = { onEnvironment: hear, onProgress: hear, onPreflight: hear, onSample: hear, onNotice: hear }
    await writeFile(join(folder.path, 'behaviour'), behaviour)
    const { plan, target } = exampleDraft('fleet')
    const run = createLocalFleet(place(), patient).prepare({ plan, target, secrets: {} }, all)
    run.stop('abort')
    run.stop('abort')
    expect([await run.ready, heard]).toEqual([false, []])
    expect(await run.ended).toMatchObject({ reason: 'user-abort', cleanUp: { leftovers: [] }, error: null })
  })

  it('passes on why a run could not be prepared', async () => {
    const { end, wasReady } = await runBehaviour('refuses')
    expect([wasReady, end.reason, end.error?.code]).toEqual([false, 'prepare-failed', 'CLUSTER_UNREACHABLE'])
  })

  it('gives the host nothing of an environment that could hold a secret', async () => {
    process.env.HEADROOM_SECRET_TEST = 'hunter2'
    const { environment } = await runBehaviour('works')
    delete process.env.HEADROOM_SECRET_TEST
    expect(environment?.librdkafkaFeatures).not.toContain('HEADROOM_SECRET_TEST')
    expect(environment?.librdkafkaFeatures).toContain('PATH')
  })
})

describe('a session of a local fleet', () => {
  async function runTwice(behaviour: string, between: () => Promise<void> = async () => undefined) {
    await writeFile(join(folder.path, 'behaviour'), behaviour)
    const session = createLocalFleet(place(), patient).openSession()
    const [heard, ends]: [string[], FleetEnd[]] = [[], []]
    for (const name of ['one', 'two']) {
      const { plan, target } = exampleDraft(name)
      const run = session.prepare(
        { plan, target, secrets: {} },
        {
          onEnvironment: () => undefined,
          onProgress: () => undefined,
          onPreflight: () => undefined,
          onSample: ({ second }) => heard.push(`${name} ${second}`),
          onNotice: (message) => heard.push(message),
        },
      )
      if (await run.ready) run.start(Date.now())
      ends.push(await run.ended)
      if (name === 'one') await between()
    }
    await session.close()
    return { heard, ends }
  }

  /** Resolves when the host that started last has ended, and this process has been told so. */
  async function hostGone() {
    const pid = Number(await readFile(join(folder.path, 'host-id'), 'utf8'))
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), patience)
    await new Promise((resolve) => setImmediate(resolve))
  }

  it('runs everything on one host, which keeps its cluster', async () => {
    const { heard, ends } = await runTwice('tells-prepare')
    const [first, ...others] = heard.filter((line) => line.endsWith('true'))
    expect(others).toEqual([first])
    expect(heard.filter((line) => /^(one|two) /.test(line))).toEqual(['one 0', 'one 1', 'two 0', 'two 1'])
    expect(ends.map(({ reason, error }) => [reason, error])).toEqual([
      ['plan-complete', null],
      ['plan-complete', null],
    ])
  })

  it('ignores samples before the start of a run, which are late ones of the run before', async () => {
    const { heard } = await runTwice('samples-before-start')
    expect(heard).toEqual(['one 0', 'one 1', 'two 0', 'two 1'])
  })

  it('starts another host if the first one exited between runs', async () => {
    const { ends } = await runTwice('exits-after-run', hostGone)
    expect(ends.map(({ reason }) => reason)).toEqual(['plan-complete', 'plan-complete'])
  })

  it('can run again after a run was stopped before the hello', async () => {
    await writeFile(join(folder.path, 'behaviour'), 'works')
    const session = createLocalFleet(place(), patient).openSession()
    const ignore = () => undefined
    const deaf = { onEnvironment: ignore, onProgress: ignore, onPreflight: ignore, onSample: ignore, onNotice: ignore }
    const order = { ...exampleDraft('session'), secrets: {} }
    const stopped = session.prepare(order, deaf)
    stopped.stop('abort')
    expect((await stopped.ended).reason).toBe('user-abort')
    const next = session.prepare(order, deaf)
    if (await next.ready) next.start(Date.now())
    expect((await next.ended).reason).toBe('plan-complete')
    await session.close()
  })

  it('that never ran anything closes at once', async () => {
    await createLocalFleet(place(), patient).openSession().close()
  })
})

describe('a host that goes wrong', () => {
  it('and exits is reported with its code and last words', async () => {
    const { end } = await runBehaviour('crashes')
    expect([end.reason, end.cleanUp]).toEqual(['runner-exited', null])
    expect(end.error).toMatchObject({
      code: 'RUNNER_EXITED',
      message: 'The runner exited with code 3 before the run had ended.',
      problems: [{ place: 'runner', message: 'the last words' }],
    })
  })

  it('and is killed is distinguished from one that exits', async () => {
    expect((await runBehaviour('is-killed')).end.error?.message).toContain('was killed (SIGKILL)')
  })

  it.each([
    ['mute', { helloMs: short }, 'did not start'],
    ['hangs-while-preparing', { prepareSilenceMs: short }, 'reported no progress of its preparation'],
    ['hangs-in-load', { sampleSilenceMs: short }, 'sent no sample'],
  ])('and is %s is ended after its deadline', async (behaviour, deadline, sentence) => {
    const { end } = await runBehaviour(behaviour, { deadlines: { ...patient, ...deadline } })
    expect([end.reason, end.error?.code]).toEqual(['runner-exited', 'RUNNER_TIMEOUT'])
    expect(end.error?.message).toContain(sentence)
  })

  it('and does not stop is ended after its deadline', async () => {
    const { end } = await runBehaviour('ignores-stop', { abort: true, deadlines: { ...patient, endMs: short } })
    expect(end.error?.message).toContain('did not stop')
  })

  it.each(['garbage', 'unknown-message'])('and sends %s breaks the protocol', async (behaviour) => {
    expect((await runBehaviour(behaviour)).end.error?.code).toBe('PROTOCOL_VIOLATION')
  })

  it('and speaks another version is not used', async () => {
    const { end } = await runBehaviour('other-version')
    expect(end.error?.message).toBe(`The runner speaks protocol 99, this program ${runnerProtocolVersion}.`)
  })

  it('and is missing says what to do', async () => {
    const draft = exampleDraft('fleet')
    const fleet = createLocalFleet({ ...place(), nodePath: '/nowhere/node' }, patient)
    const ignore = () => undefined
    const run = fleet.prepare(
      { plan: draft.plan, target: draft.target, secrets: {} },
      { onEnvironment: ignore, onProgress: ignore, onPreflight: ignore, onSample: ignore, onNotice: ignore },
    )
    expect(await run.ready).toBe(false)
    expect((await run.ended).error).toMatchObject({
      code: 'RUNNER_NOT_READY',
      remedy: makeReadyRemedy,
    })
  })
})

describe('sweeping', () => {
  it('ends when the host has said hello', async () => {
    await writeFile(join(folder.path, 'behaviour'), 'works')
    expect(await sweepLeftovers(place(), patient)).toBe(true)
  })

  it('returns false if the host cannot', async () => {
    expect(await sweepLeftovers({ ...place(), nodePath: '/nowhere/node' }, patient)).toBe(false)
  })
})

describe('lines', () => {
  it('are whole, however the pieces fall', () => {
    const reader = new LineReader()
    expect(['{"a"', ':1}\n{"b":2}\r', '\n\n{"c"', ':3}\n'].flatMap((piece) => reader.push(piece))).toEqual([
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ])
  })
})
