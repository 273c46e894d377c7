/** A runner host for tests of the way to it: greets, answers the clock, and goes away when it is asked to. */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { environment } from '../../bench/simulated-environment.mjs'

/** Shown time minus real time, in ms. */
const skewMs = Number(process.argv[2] ?? 0)
/** How long it cleans up when its controller has gone: in ms, or until this file exists. */
const cleanUp = process.argv[3] ?? '0'
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line)
    if (message.type === 'hello') send({ type: 'hello', protocolVersion: message.protocolVersion, environment })
    if (message.type === 'clock') send({ type: 'clock', id: message.id, atEpochMs: Date.now() + skewMs })
    if (message.type === 'stop') process.exit(7)
  })
  .on('close', () => {
    const isDone = () => existsSync(cleanUp)
    if (cleanUp.startsWith('/')) setInterval(() => isDone() && process.exit(0), 20)
    else setTimeout(() => process.exit(0), Number(cleanUp))
  })
