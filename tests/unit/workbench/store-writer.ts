/**
 * A process that writes a run as fast as it can, until it is killed: `node store-writer.mjs WORKSPACE RUN`.
 *
 * Prints the number of samples written after each of them.
 */
import { openStore } from '../../../src/workbench/store/store.ts'
import { exampleSample, runningRecord } from './example-run.ts'

const [workspacePath = '', runId = ''] = process.argv.slice(2)
const store = openStore(workspacePath)
const record = runningRecord(runId, Date.now())
store.insertRun(record)
for (let second = 0; second < 1_000_000; second += 1) {
  store.addSample(runId, exampleSample(record, second))
  store.updateRun({ ...record, endDetail: `at ${second}` })
  process.stdout.write(`${second + 1}\n`)
}
