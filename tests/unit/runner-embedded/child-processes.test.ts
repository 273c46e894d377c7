import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import {
  childEnvironment,
  endChildren,
  type WatchedChild,
  watchChild,
} from '../../../src/runner/embedded/child-processes.ts'
import { readProcessStartTime } from '../../../src/runner/host/process-start-time.ts'

/** Starts a child that runs until it is ended. Resolves when it executes the code. */
async function startChild(code: string) {
  const spawned = spawn(process.execPath, ['-e', `${code}; console.log('ready'); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const child = await watchChild(spawned)
  await new Promise((resolve) => spawned.stdout.once('data', resolve))
  return child
}

describe('children', () => {
  it('that react to SIGTERM are ended by it', async () => {
    const child = await startChild('')
    expect(await endChildren([child], 10_000)).toEqual([])
    expect(await child.exited).toBe('was ended by SIGTERM')
    expect(readProcessStartTime(child.pid)).toBeNull()
  })

  it('that ignore SIGTERM are ended by SIGKILL', async () => {
    const child = await startChild("process.on('SIGTERM', () => {})")
    expect(await endChildren([child], 100)).toEqual([])
    expect(await child.exited).toBe('was ended by SIGKILL (by someone, or by the system for lack of memory)')
  })

  it('that are killed are waited for beyond the grace, because a busy system takes its time', async () => {
    let hasExited = false
    let exit = (_how: string): void => undefined
    const slow: WatchedChild = {
      pid: 0,
      exited: new Promise((resolve) => {
        exit = resolve
      }),
      hasExited: () => hasExited,
      isRunning: () => !hasExited,
      signal: (name) => {
        if (name === 'SIGTERM') return
        setTimeout(() => {
          hasExited = true
          exit('was ended by SIGKILL')
        }, 200)
      },
    }
    expect(await endChildren([slow], 10)).toEqual([])
  })

  it('that have exited before count as ended', async () => {
    const child = await watchChild(spawn(process.execPath, ['-e', 'process.exit(3)'], { stdio: 'ignore' }))
    expect(await child.exited).toBe('exited with code 3')
    expect(await endChildren([child], 10_000)).toEqual([])
  })

  it('that have ended count as ended before their exit event arrives', async () => {
    const spawned = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    const emit = spawned.emit.bind(spawned)
    let withhold: (deliver: () => void) => void = () => undefined
    const withheld = new Promise<() => void>((resolve) => {
      withhold = resolve
    })
    spawned.emit = ((name: string, ...rest: unknown[]) => {
      if (name !== 'exit') return emit(name, ...rest)
      withhold(() => void emit(name, ...rest))
      return true
    }) as typeof spawned.emit
    const child = await watchChild(spawned)
    expect(child.isRunning()).toBe(true)
    spawned.stdin.end()
    while (readProcessStartTime(child.pid) !== null) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(child.hasExited()).toBe(false)
    expect(await endChildren([child], 1, 1)).toEqual([])
    // The system may stop listing the process before this process receives the exit event.
    const deliver = await withheld
    deliver()
    expect(child.hasExited()).toBe(true)
  })

  it('that still run in the end are named', async () => {
    const child = await startChild('')
    const deaf: WatchedChild = { ...child, signal: () => undefined }
    expect(await endChildren([deaf], 1, 1)).toEqual([child.pid])
    expect(await endChildren([child], 10_000)).toEqual([])
  })

  it('that cannot be started throw', async () => {
    await expect(watchChild(spawn('/nowhere/java', [], { stdio: 'ignore' }))).rejects.toThrow('ENOENT')
  })

  it('get only the allowed variables of the environment', () => {
    const environment = { PATH: '/bin', HOME: '/home/a', KAFKA_PASSWORD: 'secret', JAVA_TOOL_OPTIONS: '-Xmx9g' }
    expect(childEnvironment(environment)).toEqual({ PATH: '/bin', HOME: '/home/a' })
  })
})

describe('the start time of a process', () => {
  it('stays the same while the process runs, and differs between processes', async () => {
    const child = await startChild('')
    const startTime = readProcessStartTime(child.pid)
    expect(startTime).not.toBeNull()
    expect(readProcessStartTime(child.pid)).toBe(startTime)
    if (process.platform === 'linux') expect(readProcessStartTime(process.pid)).not.toBe(startTime)
    await endChildren([child], 10_000)
  })
})
