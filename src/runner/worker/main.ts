/**
 * Entry point of a worker process, which the host starts with an IPC channel. Hosts load no native code; workers do.
 */
import { Worker } from './run-worker.ts'

const worker = new Worker(
  (message) => {
    if (process.connected) process.send?.(message)
  },
  // Messages that were sent before are still delivered. The `disconnect` event below ends the process.
  () => process.disconnect?.(),
)

process.on('message', (command) => {
  // The message is not checked, because only a host of the same build sends messages.
  void worker.execute(command as Parameters<typeof worker.execute>[0])
})

// Without its host, a worker has nothing to do.
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches the whole process group. The worker ignores it, because the host decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
