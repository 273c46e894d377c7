/**
 * Programs that hold a password crash in a folder where the system may write core files: they leave none.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../unit/temporary-folder.ts'
import { secretOf } from './canary-search.ts'
import { descendantsOf, isGone } from './process-tree.ts'

const folder = temporaryFolder()
/** True if this system writes core files into the folder of the program. Others pass them to a service, or allow none. */
const canBeSeen =
  process.platform === 'linux' &&
  readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim() === 'core' &&
  mostCoreBytes(process.ppid) === 'unlimited'

/** Starts a program that may leave core files in its own folder. */
function startWithCores(words: readonly string[], env: NodeJS.ProcessEnv) {
  const path = join(folder.path, 'cores')
  mkdirSync(path)
  const child = spawn('/bin/sh', ['-c', 'ulimit -c unlimited; exec "$@"', 'sh', ...words], {
    cwd: path,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, cores: () => readdirSync(path).filter((name) => name.startsWith('core')) }
}

/** Starts a broker that accepts connections and never responds. @returns its address, and a wait for one more connection */
async function silentBroker(): Promise<{ readonly address: string; readonly connected: Promise<unknown> }> {
  const server = createServer((socket) => socket.on('error', () => undefined))
  const connected = once(server, 'connection')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { address: `127.0.0.1:${address.port}`, connected }
}

/** Crashes processes at the same time, so that none of them exits because another one has crashed. */
async function crash(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSEGV')
  while (!pids.every(isGone)) await sleep(20)
}

/** The hard limit of a process for the size of core files. Its children inherit it. */
function mostCoreBytes(pid: number): string {
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8')
  return /^Max core file size +\S+ +(\S+)/m.exec(limits)?.[1] ?? 'unknown'
}

describe.runIf(canBeSeen)('a core file', () => {
  test('may be left by this process, whose limit no command line of another test has set to 0', () => {
    expect(mostCoreBytes(process.pid)).toBe('unlimited')
  })

  test('is left by a program without Headroom’s limit', { timeout: 60_000 }, async () => {
    const script =
      'globalThis.held = process.env.HEADROOM_SECRET_OURS; console.log("holds it"); setInterval(() => {}, 1e6)'
    const { child, cores } = startWithCores([process.execPath, '-e', script], {
      HEADROOM_SECRET_OURS: secretOf('core'),
    })
    await once(child.stdout, 'data')
    await crash([child.pid ?? 0])
    expect(cores()).toHaveLength(1)
  })

  test('is left neither by the command line nor by its runner, which hold a password', {
    timeout: 60_000,
  }, async () => {
    const { address, connected } = await silentBroker()
    const connection = join(folder.path, 'client.properties')
    const login = `org.apache.kafka.common.security.plain.PlainLoginModule required username="me" password="${secretOf('core')}";`
    const lines = ['security.protocol=SASL_PLAINTEXT', 'sasl.mechanism=PLAIN', `sasl.jaas.config=${login}`]
    writeFileSync(connection, [`bootstrap.servers=${address}`, ...lines].join('\n'))
    const words = [
      'validate',
      resolve('examples/first.headroom.json'),
      '--target',
      connection,
      '--duration',
      '10s',
      '--yes',
    ]
    const { child, cores } = startWithCores([process.execPath, resolve('scripts/headroom.mjs'), ...words], {
      HEADROOM_WORKSPACE: join(folder.path, 'workspace'),
    })
    await connected
    const hosts = descendantsOf(child.pid ?? 0).filter(({ command }) => command.includes('host.mjs'))
    expect(hosts).toHaveLength(1)
    await crash([...hosts.map(({ pid }) => pid), child.pid ?? 0])
    expect(cores()).toEqual([])
  })
})
