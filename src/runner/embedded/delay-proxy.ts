/**
 * Starts the proxy process that adds network delay between clients and embedded brokers.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { childEnvironment, endChildren, type WatchedChild, watchChild } from './child-processes.ts'
import { runnerEntryPath, runnerNodePath } from './runner-files.ts'

const startTimeoutMs = 20_000
const stopGraceMs = 1_000

/** The proxy listens at local port `from` and forwards to local port `to`. */
export type ProxiedPort = { readonly from: number; readonly to: number }

/**
 * Starts the proxy and waits until it listens. The proxy exits when its stdin closes, which also happens if the host is
 * killed.
 *
 * @param roundTripMs added to each round trip, half of it in each direction
 * @throws Error with the proxy's message, which contains EADDRINUSE if a port is taken
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
  const firstLine = new Promise<string>((resolve) => createInterface({ input: spawned.stdout }).once('line', resolve))
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it did not report within ${startTimeoutMs / 1000} s`), startTimeoutMs)
  })
  const outcome = await Promise.race([firstLine, timeout, child.exited])
  clearTimeout(timer)
  if (outcome === 'ready') return child
  await endChildren([child], stopGraceMs)
  throw new Error(`the delay proxy did not start: ${outcome}`)
}
