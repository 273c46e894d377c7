/**
 * The process that stands between clients and embedded brokers, and makes the way between them longer.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { childEnvironment, endChildren, type WatchedChild, watchChild } from './child-processes.ts'
import { runnerEntryPath, runnerNodePath } from './runner-files.ts'

const startTimeoutMs = 20_000
const stopGraceMs = 1_000

/** A local port, and the one that it leads to. */
export type ProxiedPort = { readonly from: number; readonly to: number }

/**
 * Starts it and waits until it listens. It ends with its stdin, so also when the host is killed.
 *
 * @param roundTripMs what a request and its answer take longer together, half of it each
 * @throws Error with what it says; EADDRINUSE in it where a port was taken meanwhile
 */
export async function startDelayProxy(roundTripMs: number, ports: readonly ProxiedPort[]): Promise<WatchedChild> {
  const pairs = ports.map(({ from, to }) => `${from}:${to}`)
  const spawned = spawn(runnerNodePath(), [runnerEntryPath('delay-proxy'), String(roundTripMs), ...pairs], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
  })
  spawned.stdin.on('error', () => undefined)
  const child = await watchChild(spawned)
  const answer = new Promise<string>((resolve) => createInterface({ input: spawned.stdout }).once('line', resolve))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer after ${startTimeoutMs / 1000} s`), startTimeoutMs)
  })
  const said = await Promise.race([answer, late, child.exited])
  clearTimeout(timer)
  if (said === 'ready') return child
  await endChildren([child], stopGraceMs)
  throw new Error(`the proxy that delays bytes did not start: ${said}`)
}
