/**
 * Entry of a worker process: the only kind of process that loads native code. Started by the host with an IPC channel.
 */
import { Worker } from './run-worker.ts'

const worker = new Worker(
  (answer) => {
    if (process.connected) process.send?.(answer)
  },
  // What was answered is still handed over; the event below ends the process.
  () => process.disconnect?.(),
)

process.on('message', (order) => {
  // Sent by the host of the same build alone.
  void worker.obey(order as Parameters<typeof worker.obey>[0])
})

// A worker without its host has nobody to tell and nothing to do.
process.on('disconnect', () => process.exit(0))
// The host decides: Ctrl-C in a terminal reaches the whole group.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
