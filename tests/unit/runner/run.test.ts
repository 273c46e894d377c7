import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HostMessage } from '../../../src/contracts/runner-protocol.ts'
import { cleanUpRun, type EndedParts } from '../../../src/runner/host/clean-up-run.ts'
import { ClusterCache } from '../../../src/runner/host/cluster-cache.ts'
import { Run } from '../../../src/runner/host/run.ts'
import type { RunClients } from '../../../src/runner/host/run-clients.ts'
import { finishGraceMs, loadTailMs, minStartAheadMs, type RunContext } from '../../../src/runner/host/run-context.ts'
import { settlesWithin } from '../../../src/runner/worker/settles-within.ts'
import { smallPlan } from '../../integration/runner-controller.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const nothingLeft = { deletedTopics: [], deletedGroups: [], leftovers: [] }

beforeEach(() => void vi.useFakeTimers({ now: 1_790_000_000_000 }))
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('the end of a run', () => {
  it('closes the auxiliary load and removes the resources although clients and collector fail', async () => {
    const { parts, steps, notices } = endedParts()
    parts.clients.close = () => Promise.reject(new Error('The pipe is closed.'))
    const finish = () => {
      throw new Error('The sample cannot be sent.')
    }
    parts.collector = { stopWaiting: () => steps.push('stop waiting'), finish }
    parts.auxiliaryLoad.close = () => {
      steps.push('close the auxiliary load')
      return Promise.reject(new Error('A connection is lost.'))
    }
    expect(await cleanUpRun(parts)).toEqual(nothingLeft)
    expect(steps).toEqual(['stop waiting', 'close the auxiliary load', 'remove the resources'])
    expect(notices.map((text) => text.replace(/^.*still done\. /, ''))).toEqual([
      'Internal error: The pipe is closed.',
      'Internal error: The pipe is closed.',
      'Internal error: The sample cannot be sent.',
      'Internal error: A connection is lost.',
    ])
  })

  it('leaves no timer, whether the preparation ended or not', async () => {
    const { parts, steps } = endedParts()
    await cleanUpRun(parts)
    expect(vi.getTimerCount()).toBe(0)
    parts.preparation = new Promise(() => undefined)
    const end = cleanUpRun(parts)
    await vi.runAllTimersAsync()
    await end
    expect(steps).toEqual(['close', 'close', 'remove the resources', 'close', 'close', 'remove the resources'])
  })
})

describe('waiting with a time limit', () => {
  it('says whether the work was done in time, and passes its error on', async () => {
    expect(await settlesWithin(Promise.resolve('done'), 1_000)).toBe(true)
    await expect(settlesWithin(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken')
    const late = settlesWithin(new Promise(() => undefined), 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await late).toBe(false)
  })
})

describe('the drain of a share of a run', () => {
  it('ends with a notice if the controller never says that all records are read', async () => {
    const { messages, run } = shareInDrain()
    const ended = run.execute()
    await vi.advanceTimersByTimeAsync(0)
    run.start(Date.now() + minStartAheadMs)
    const { durationMs, drainMs } = plan
    await vi.advanceTimersByTimeAsync(minStartAheadMs + durationMs + loadTailMs + drainMs + finishGraceMs)
    await ended
    expect(messages.filter(({ type }) => type === 'notice')).toEqual([
      {
        type: 'notice',
        message:
          'The controller did not end the drain within 75 s. Records may be missing from the counts of this host.',
      },
    ])
    expect(messages.at(-1)).toMatchObject({ type: 'ended', reason: 'plan-complete' })
  })

  it('ends without one as soon as the controller says it', async () => {
    const { messages, run } = shareInDrain()
    const ended = run.execute()
    await vi.advanceTimersByTimeAsync(0)
    run.start(Date.now() + minStartAheadMs)
    await vi.advanceTimersByTimeAsync(minStartAheadMs + plan.durationMs + loadTailMs)
    run.finishDrain(false)
    await vi.advanceTimersByTimeAsync(0)
    await ended
    expect(messages.filter(({ type }) => type === 'notice')).toEqual([])
  })
})

describe('an aborted drain of a share', () => {
  it('leaves no timer that would keep the host alive', async () => {
    const { messages, run } = shareInDrain()
    const ended = run.execute()
    await vi.advanceTimersByTimeAsync(0)
    run.start(Date.now() + minStartAheadMs)
    await vi.advanceTimersByTimeAsync(minStartAheadMs + plan.durationMs + loadTailMs)
    run.stop('abort')
    await ended
    expect(vi.getTimerCount()).toBe(0)
    expect(messages.at(-1)).toMatchObject({ type: 'ended', reason: 'user-abort' })
  })
})

const plan = smallPlan({ runId: 'r1' })

/** Fake parts of a run that is to be cleaned up, the calls that they received, and the notices. */
function endedParts() {
  const steps: string[] = []
  const notices: string[] = []
  const done = (step: string) => async () => void steps.push(step)
  const parts: { -readonly [Name in keyof EndedParts]: EndedParts[Name] } = {
    clients: { close: done('close') },
    preparation: Promise.resolve(),
    collector: null,
    auxiliaryLoad: { close: () => Promise.resolve() },
    resources: {
      isClusterBroken: false,
      remove: async () => {
        steps.push('remove the resources')
        return nothingLeft
      },
    },
    cause: 'The run is over.',
    urgency: () => 'normal',
    onProgress: () => undefined,
    onNotice: (text) => void notices.push(text),
  }
  return { parts, steps, notices }
}

/** A share of a run whose clients do nothing, and the messages that its controller receives. */
function shareInDrain() {
  const messages: HostMessage[] = []
  const clients: RunClients = {
    workerIds: [],
    isBusy: false,
    spawn: () => undefined,
    setUp: async () => ({}),
    start: () => undefined,
    stopLoad: () => undefined,
    close: () => Promise.resolve(),
    kill: () => undefined,
  }
  const context: RunContext = {
    plan,
    target: { kind: 'embedded:simulated', brokers: 1 },
    secrets: {},
    share: { producerIds: [], groupIds: [], groupParts: [], makesTopics: false, clockOffsetMs: 0 },
    keepsCluster: false,
    clusterCache: new ClusterCache(),
    client: { isLoaded: false, reason: 'A test needs none.', remedy: null },
    stateDirectory: folder.path,
    send: (message) => void messages.push(message),
  }
  const access = { bootstrapServers: ['127.0.0.1:1'], tls: null, sasl: null }
  const run = new Run(context, {
    chooseClients: () => clients,
    prepareTarget: async () => ({ access, isSimulated: false, startOffsets: {} }),
  })
  return { messages, run }
}
