import { EventEmitter } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { serveController } from '../../../src/runner/agent/host-bridge.ts'
import { patience } from '../patience.ts'

/** A host that sends back each line that it reads, as JSON, and ends with its input. */
const echo = `require('node:readline').createInterface({ input: process.stdin })
  .on('line', (line) => console.log(JSON.stringify(line)))`
/** A host that hangs: it does not end when its controller is gone. */
const hanging = "console.log('up'); setInterval(() => {}, 1_000)"

/** The agent's end of a connection, without a network. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: string[] = []
  readonly ends: unknown[] = []
  send(text: string): void {
    this.sent.push(text)
  }
  close(code: number, reason: string): void {
    this.ends.push([code, reason])
  }
  terminate(): void {
    this.ends.push('terminated')
  }
  pause(): void {}
  resume(): void {}
}

function serve(script: string) {
  const socket = new FakeSocket()
  const command = { nodePath: process.execPath, args: ['-e', script] }
  const host = serveController(socket as unknown as WebSocket, command, () => undefined)
  onTestFinished(async () => {
    socket.emit('close')
    await host.exited
  })
  const say = (data: string | Buffer, isBinary = false) => socket.emit('message', Buffer.from(data), isBinary)
  return { socket, host, say }
}

/** Replaces timers, so that time limits pass only when the test says so. Processes and pipes work as usual. */
function stopTheTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe('a controller whose messages an agent passes on to its host', () => {
  test('cannot say two messages in one: line breaks become spaces', async () => {
    const { socket, say } = serve(echo)
    say('{"a":1}\n{"type":"stop"}\r\n\r{}')
    say('next')
    await expect.poll(() => socket.sent, patience).toEqual(['"{\\"a\\":1} {\\"type\\":\\"stop\\"} {}"', '"next"'])
  })

  test('is refused if it sends bytes, which do not reach the host', async () => {
    const { socket, say } = serve(echo)
    say('bytes', true)
    say('text')
    await expect.poll(() => socket.sent, patience).toEqual(['"text"'])
    expect(socket.ends).toEqual([[1003, 'messages are text']])
  })

  test('is disconnected after 15 s without a message, and each message begins them again', async () => {
    stopTheTimers()
    const { socket, say } = serve(echo)
    vi.advanceTimersByTime(14_999)
    say('heartbeat')
    vi.advanceTimersByTime(14_999)
    expect(socket.ends).toEqual([])
    vi.advanceTimersByTime(1)
    expect(socket.ends).toEqual(['terminated'])
  })

  test('is disconnected if it reads so slowly that 64 MB wait for it', async () => {
    const { socket, say } = serve(echo)
    socket.bufferedAmount = 64_000_000
    say('one')
    await expect.poll(() => socket.sent, patience).toEqual(['"one"'])
    expect(socket.ends).toEqual([])
    socket.bufferedAmount += 1
    say('two')
    await expect.poll(() => socket.ends, patience).toEqual(['terminated'])
    expect(socket.sent).toEqual(['"one"'])
  })

  test('gets nothing once its connection closes', async () => {
    const { socket, host, say } = serve(echo)
    socket.readyState = 2
    say('late')
    socket.emit('close')
    await host.exited
    expect(socket.sent).toEqual([])
  })

  test('that is gone leaves no host: one that hangs is killed after 20 s', async () => {
    stopTheTimers()
    const { socket, host } = serve(hanging)
    await expect.poll(() => socket.sent, patience).toEqual(['up'])
    const ended = vi.fn()
    void host.exited.then(ended)
    socket.emit('close')
    vi.advanceTimersByTime(19_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    await host.exited
    expect(socket.ends).toEqual([])
  })

  test.each([
    ['process.exit(0)', 1000, 'the runner host exited with code 0'],
    ['process.exit(7)', 1011, 'the runner host exited with code 7'],
    ["process.kill(process.pid, 'SIGKILL')", 1011, 'the runner host was ended by SIGKILL'],
  ])('is told how its host ended (%s)', async (script, code, reason) => {
    const { socket, host } = serve(script)
    await host.exited
    expect(socket.ends).toEqual([[code, reason]])
  })
})
