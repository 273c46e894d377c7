/**
 * Entry of a worker process: the only kind of process that loads native code. Started by the host with an IPC channel.
 */
import { Worker } from './run-worker.ts'

const worker = new Worker(
  (answer) => {
    if (process.connected) process.send?.(answer)
  },
  // Answers sent before are still delivered. The `disconnect` event below ends the process.
  () => process.disconnect?.(),
)

process.on('message', (order) => {
  // Only the host of the same build sends messages.
  void worker.obey(order as Parameters<typeof worker.obey>[0])
})

// A worker without its host has no purpose.
process.on('disconnect', () => process.exit(0))
// Signals are ignored, because Ctrl-C in a terminal reaches the whole process group, and the host decides what happens.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
