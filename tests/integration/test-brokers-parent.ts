/**
 * A process that starts brokers as tests and benchmarks do, and then waits until a test kills it.
 *
 * Writes one line, `{"pids":[…],"folderPath":"…"}`.
 */
import { startTestBrokers } from './test-brokers.ts'

const brokers = await startTestBrokers({ brokers: 1 })
process.stdout.write(`${JSON.stringify({ pids: [brokers.pidOf(1)], folderPath: brokers.folderPath })}\n`)
process.stdin.resume()
