/**
 * Hosts of their own on one machine: network namespaces, each with one cable (veth) to this one. Root, Linux and ip only.
 *
 * A cluster on loopback is reached from there through two relays: one inside the namespace on the same port of its own
 * loopback, one here, which can delay, stall and cut what passes. Packets are never lost singly: the kernel here has no
 * netem. A cable that is pulled (`link down`) swallows everything, without a word to either side.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { makeStateDirectory } from '../integration/embedded-support.ts'
import { withPreload } from './own-preload.ts'

const relayPath = fileURLToPath(new URL('./tcp-proxy.mjs', import.meta.url))
const skewSource = fileURLToPath(new URL('./skewed-clock.c', import.meta.url))

/** Null where namespaces can be made, else why not. */
export function whyNoNamespaces(): string | null {
  if (process.platform !== 'linux') return 'no network namespaces on this system'
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  const probe = 'headroom-probe'
  const made = spawnSync('ip', ['netns', 'add', probe])
  if (made.status !== 0) return 'network namespaces cannot be made here'
  spawnSync('ip', ['netns', 'delete', probe])
  return null
}

/** A host with a network of its own. */
export interface NamespaceHost {
  /** Its address, as this machine reaches it. */
  readonly address: string
  /** Words before a command that is to run there. */
  readonly before: readonly string[]
  /** Pulls its cable out, or puts it in again. */
  setCable(isIn: boolean): void
  /** What passes between it and the cluster. */
  readonly wire: Wire
}

/** A relay whose traffic can be held up. */
export interface Wire {
  /** Holds each piece for so long, in each direction. */
  delayMs: number
  /** Stops everything for a while; connections stay. */
  stall(forMs: number): void
  /** Breaks all connections; new ones are taken. */
  cut(): void
}

let made = 0

/** A namespace that is gone after the test; reaches the ports of this machine's loopback under its own. */
export async function makeHost(ports: readonly number[], options: { isAhead?: boolean } = {}): Promise<NamespaceHost> {
  made += 1
  const name = `headroom-${process.pid}-${made}`
  const cable = `hr${process.pid % 100_000}n${made}`
  const [network, near, far] = [`10.231.${made}.0`, `10.231.${made}.1`, `10.231.${made}.2`]
  ip('netns', 'add', name)
  onTestFinished(() => void spawnSync('ip', ['netns', 'delete', name]))
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('address', 'add', `${near}/30`, 'dev', cable)
  ip('link', 'set', cable, 'up')
  // While the cable is out: what is meant for this host goes nowhere, instead of by another way.
  ip('route', 'add', 'blackhole', `${network}/30`, 'metric', '4000')
  onTestFinished(() => void spawnSync('ip', ['route', 'delete', 'blackhole', `${network}/30`]))
  ip('-n', name, 'address', 'add', `${far}/30`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up')
  const enter = ['ip', 'netns', 'exec', name]
  const wire = await relay(near, ports)
  if (ports.length > 0) await startRelay(enter, near, ports)
  return {
    address: far,
    before: options.isAhead === true ? [...enter, ...withSkewedClock()] : enter,
    setCable: (isIn) => ip('link', 'set', cable, isIn ? 'up' : 'down'),
    wire,
  }
}

/** The relay inside, on the ports of the cluster. */
async function startRelay(enter: readonly string[], target: string, ports: readonly number[]): Promise<void> {
  const [command = '', ...words] = enter
  const child = spawn(command, [...words, process.execPath, relayPath, target, ...ports.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let reported = ''
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      reported += text
      if (reported.split('\n').length > ports.length) resolve()
    })
  })
}

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** A clock of its own is what Linux gives to no namespace: a small library adds 200 ms to the wall clock. */
function withSkewedClock(): readonly string[] {
  return withPreload(makeStateDirectory(), skewSource)
}

async function relay(address: string, ports: readonly number[]): Promise<Wire> {
  const sockets = new Set<Socket>()
  let stalledUntilMs = 0
  const wire: Wire = {
    delayMs: 0,
    stall(forMs) {
      stalledUntilMs = Date.now() + forMs
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
  const held = () =>
    new Transform({
      transform(piece, _encoding, done) {
        setTimeout(() => done(null, piece), Math.max(wire.delayMs, stalledUntilMs - Date.now()))
      },
    })
  for (const port of ports) {
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      near.pipe(held()).pipe(far)
      far.pipe(held()).pipe(near)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      }
    })
    await new Promise<void>((resolve) => server.listen(port, address, resolve))
    onTestFinished(() => {
      wire.cut()
      server.close()
    })
  }
  return wire
}
