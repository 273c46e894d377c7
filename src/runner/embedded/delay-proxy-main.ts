/**
 * Entry point of the proxy process that imitates a distant network. It delays all bytes by half a round trip in each
 * direction.
 *
 * delay-proxy.ts starts it as `delay-proxy-main ROUND_TRIP_MS FROM_PORT:TO_PORT …`. It writes `ready` or `failed: …` as
 * one line to stdout, and runs until its stdin closes.
 */
import { connect, createServer, type Socket } from 'node:net'
import { delayLine } from './delay-line.ts'
import { sameDelay } from './same-delay.ts'
import { loopbackHost } from './server-properties.ts'

const [roundTripMs, ...pairs] = process.argv.slice(2)
// All connections share one scheduler, because it blocks the thread and the waits of separate ones would add up.
const callLater = sameDelay(Number(roundTripMs) / 2)

function serve(client: Socket, toPort: number): void {
  const broker = connect({ host: loopbackHost, port: toPort, noDelay: true })
  client.setNoDelay(true)
  for (const [from, to] of [
    [client, broker],
    [broker, client],
  ] as const) {
    from.on('error', () => to.destroy())
    delayLine(from, to, callLater)
  }
}

function listen(pair: string): Promise<void> {
  const [fromPort, toPort] = pair.split(':').map(Number)
  const server = createServer({ allowHalfOpen: true }, (client) => serve(client, toPort ?? 0))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: loopbackHost, port: fromPort ?? 0, exclusive: true }, resolve)
  })
}

process.stdin.on('end', () => process.exit(0))
process.stdin.resume()

Promise.all(pairs.map(listen)).then(
  () => process.stdout.write('ready\n'),
  (error: Error) => process.stdout.write(`failed: ${error.message}\n`),
)
