/**
 * The runner protocol over stdin and stdout, one JSON object per line.
 */
import type { Readable, Writable } from 'node:stream'
import { AppError } from '../../contracts/app-error.ts'
import { LineReader } from './line-reader.ts'
import { readControllerMessage, type Transport, type TransportListener } from './transport.ts'

/** Creates a transport over a pair of streams. Nothing else may write to `output`. */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  let isBroken = false
  // If the controller exits, the pipe breaks. No error is reported here, because the closed stdin already reports it.
  output.on('error', () => {
    isBroken = true
  })
  return {
    listen: (listener) => listenTo(input, listener),
    send(message) {
      if (!isBroken) output.write(`${JSON.stringify(message)}\n`)
    },
    flush: () =>
      new Promise((resolve) => {
        if (isBroken || !output.writable) return resolve()
        output.once('error', () => resolve())
        output.write('', () => resolve())
      }),
  }
}

function listenTo(input: Readable, listener: TransportListener): void {
  const reader = new LineReader()
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    listener.onClosed()
  }
  input.on('data', (chunk: Buffer) => {
    for (const line of reader.push(chunk)) {
      try {
        listener.onMessage(readControllerMessage(line))
      } catch (error) {
        listener.onViolation(AppError.from(error))
      }
    }
  })
  input.once('end', close)
  input.once('close', close)
  input.once('error', close)
}
