import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SetupStatus, SetupStep } from '../../../src/contracts/setup-status.ts'
import { locateResources } from '../../../src/workbench/resources.ts'
import { createSetup, type Setup } from '../../../src/workbench/setup/setup.ts'
import { chooseTarget } from '../../../src/workbench/validation/choose-target.ts'
import { refusal } from '../refusal.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = temporaryFolder()
const open: Setup[] = []
beforeEach(async () => {
  await mkdir(join(root.path, 'src', 'runner'), { recursive: true })
  await mkdir(join(root.path, 'scripts'))
})
afterEach(() => {
  for (const setup of open.splice(0)) setup.close()
})

const ready = (step: SetupStep['step']): SetupStep => ({ step, state: 'ready', message: 'there', fraction: 1 })
const allReady = [ready('runner-package'), ready('runner-bundle'), ready('kafka-jars')]
const noJava: SetupStep = {
  step: 'kafka-jars',
  state: 'failed',
  message: 'Java was not found on this machine',
  fraction: null,
  remedy: 'install a Java runtime 17 or later',
  lacks: 'java',
}

/** Set-up by a script that prints these lines and ends with this code. */
async function setupBy(lines: readonly unknown[], exitCode = 0): Promise<Setup> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  const script = `process.stdout.write(${JSON.stringify(text)}, () => process.exit(${exitCode}))`
  await writeFile(join(root.path, 'scripts', 'prepare-runner.mjs'), script)
  const setup = createSetup(locateResources(root.path), process.execPath)
  open.push(setup)
  return setup
}

const noAbort = new AbortController().signal

describe('set-up', () => {
  it('is waited for, and reports each change', async () => {
    const setup = await setupBy([{ ...noJava, state: 'working', message: 'downloading', fraction: 0.5 }, ...allReady])
    const seen: boolean[] = []
    setup.onChange((status) => seen.push(status.isWorking))
    const status = await setup.settled(noAbort)
    expect([status.isRunnerReady, status.isKafkaReady, status.isWorking]).toEqual([true, true, false])
    expect([seen.at(0), seen.at(-1)]).toEqual([true, false])
  })

  it('is checked once, and again if a part was missing', async () => {
    const setup = await setupBy([ready('runner-package'), ready('runner-bundle'), noJava], 1)
    expect((await setup.settled(noAbort)).isKafkaReady).toBe(false)
    await setupBy(allReady)
    expect((await setup.settled(noAbort)).isKafkaReady).toBe(true)
  })

  it('that breaks off leaves no step working', async () => {
    const setup = await setupBy([ready('runner-package'), { ...noJava, state: 'working', message: 'downloading' }], 9)
    const status = await setup.settled(noAbort)
    const states = Object.fromEntries(status.steps.map((step) => [step.step, [step.state, step.message]]))
    expect(states).toEqual({
      'runner-package': ['ready', 'there'],
      'runner-bundle': ['failed', 'set-up ended with code 9'],
      'kafka-jars': ['failed', 'set-up ended with code 9'],
    })
  })

  it('ignores unknown lines', async () => {
    const setup = await setupBy(['npm warn something', '{"step":"unknown"}', ...allReady])
    expect((await setup.settled(noAbort)).isKafkaReady).toBe(true)
  })

  it.each<[event: string, end: (setup: Setup, caller: AbortController) => void]>([
    ['an abort', (_setup, caller) => caller.abort()],
    ['it is closed', (setup) => setup.close()],
  ])('is no longer waited for after %s', async (_event, end) => {
    await writeFile(join(root.path, 'scripts', 'prepare-runner.mjs'), 'setInterval(() => {}, 1000)')
    const setup = createSetup(locateResources(root.path), process.execPath)
    open.push(setup)
    const caller = new AbortController()
    const waiting = setup.settled(caller.signal)
    end(setup, caller)
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('without a script checks which parts exist', async () => {
    await rm(join(root.path, 'scripts'), { recursive: true })
    const setup = createSetup(locateResources(root.path), process.execPath)
    open.push(setup)
    const status = await setup.settled(noAbort)
    expect([status.isRunnerReady, status.isKafkaReady]).toEqual([false, false])
    expect(status.steps[0]).toMatchObject({ state: 'failed', remedy: 'Install Headroom again.' })
  })
})

describe('the choice of a target', () => {
  const whole: SetupStatus = { isRunnerReady: true, isKafkaReady: true, isWorking: false, steps: allReady }
  const withoutJava: SetupStatus = { ...whole, isKafkaReady: false, steps: [...allReady.slice(0, 2), noJava] }

  it('uses a real Kafka if possible, and says so', () => {
    const chosen = chooseTarget({ kind: 'embedded' }, whole)
    expect([chosen.kind, chosen.notice]).toEqual([
      'embedded:kafka',
      'The target is an embedded Apache Kafka (embedded:kafka).',
    ])
  })

  it('uses simulated brokers if there is no Java, and says why', () => {
    const chosen = chooseTarget({ kind: 'embedded' }, withoutJava)
    expect(chosen.kind).toBe('embedded:simulated')
    expect(chosen.notice).toContain('Java was not found on this machine')
  })

  it('never replaces a target that was named', () => {
    const error = refusal(() => chooseTarget({ kind: 'embedded:kafka' }, withoutJava))
    expect([error.code, error.remedy]).toEqual(['JAVA_MISSING', 'install a Java runtime 17 or later'])
  })

  it('does not say that Java is missing because a failure names it', () => {
    const broken: SetupStep = { ...ready('kafka-jars'), state: 'failed', message: 'The Java class archive is broken.' }
    const steps = [...allReady.slice(0, 2), broken]
    const error = refusal(() => chooseTarget({ kind: 'embedded:kafka' }, { ...withoutJava, steps }))
    expect(error.code).toBe('RUNNER_NOT_READY')
  })

  it('needs the runner for any target', () => {
    const failed: SetupStep = {
      ...{ ...ready('runner-package'), state: 'failed' as const },
      ...{ message: 'gcc is missing', remedy: 'install gcc' },
    }
    const steps = [failed, ...allReady.slice(1)]
    const error = refusal(() => chooseTarget({ kind: 'embedded' }, { ...whole, isRunnerReady: false, steps }))
    expect([error.code, error.message, error.remedy]).toEqual([
      'RUNNER_NOT_READY',
      'The runner is not ready: gcc is missing.',
      'install gcc',
    ])
  })
})
