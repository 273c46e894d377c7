import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { createStdioTransport } from '../../../src/runner/host/stdio-transport.ts'
import { readControllerMessage } from '../../../src/runner/host/transport.ts'

function thrownBy(text: string): AppError {
  try {
    readControllerMessage({ kind: 'line', text })
  } catch (error) {
    return AppError.from(error)
  }
  throw new Error('nothing was thrown')
}

describe('reading a message', () => {
  test('lists its problems', () => {
    const error = thrownBy('{"type":"hello","protocolVersion":"one"}')
    expect(error.code).toBe('PROTOCOL_VIOLATION')
    expect(error.problems.map(({ place }) => place)).toEqual(['protocolVersion'])
  })

  test('never quotes a line or its secrets', () => {
    const hidden = 'hunter2'
    const errors = [
      thrownBy(`{"type":"prepare","secrets":{"a":"${hidden}"`),
      thrownBy(`{"type":"prepare","secrets":{"b c":"${hidden}"}}`),
      thrownBy(`{"type":"prepare","secrets":["${hidden}"]}`),
      thrownBy(`{"type":"prepare","secrets":"${hidden}"}`),
    ]
    for (const error of errors) expect(JSON.stringify(error.toData())).not.toContain(hidden)
  })

  test('rejects a line that is too long', () => {
    expect(() => readControllerMessage({ kind: 'too-long', bytes: 9e9 })).toThrow('9000000000 bytes')
  })
})

describe('the stdio transport', () => {
  test('goes on after an invalid line, and reports once that the controller is gone', async () => {
    const input = new PassThrough()
    const heard: string[] = []
    createStdioTransport(input, new PassThrough()).listen({
      onMessage: (message) => heard.push(message.type),
      onViolation: (error) => heard.push(error.code),
      onClosed: () => heard.push('closed'),
    })
    input.write('garbage\n{"type":"heartbeat"}\n[1]\n')
    input.end('{"type":"stop","mode":"abort"}\n')
    await new Promise((resolve) => input.once('close', resolve))
    expect(heard).toEqual(['PROTOCOL_VIOLATION', 'heartbeat', 'PROTOCOL_VIOLATION', 'stop', 'closed'])
  })

  test('writes one object per line', () => {
    const output = new PassThrough()
    createStdioTransport(new PassThrough(), output).send({ type: 'notice', message: 'two\nlines' })
    expect(String(output.read())).toBe('{"type":"notice","message":"two\\nlines"}\n')
  })

  test('survives a broken pipe', async () => {
    const output = new PassThrough()
    const transport = createStdioTransport(new PassThrough(), output)
    output.destroy(new Error('EPIPE'))
    await new Promise((resolve) => output.once('close', resolve))
    transport.send({ type: 'ready' })
    await expect(transport.flush()).resolves.toBeUndefined()
  })
})
