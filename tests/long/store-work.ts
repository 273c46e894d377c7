/**
 * A process that does what a run and its user do with a workspace: `store-work WORKSPACE`. Each line that it writes is one thing
 * that the store has acknowledged, or the code of the error with which it was refused. It goes on after a refusal, as the app does.
 */
import { writeSync } from 'node:fs'
import { AppError } from '../../src/contracts/app-error.ts'
import { openStore, type Store } from '../../src/workbench/store/store.ts'
import { exampleSample, runningRecord } from '../unit/workbench/example-run.ts'

const [workspacePath = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

/** What was refused with anything else ends the process with a stack trace, which fails the test. */
function attempt<T>(name: string, work: () => T): T | undefined {
  try {
    const outcome = work()
    say(`kept ${name}`)
    return outcome
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    say(`refused ${name} ${error.code}`)
    return undefined
  }
}

/** Samples between which the rest of the work is done. */
const sampleCount = 12

function work(store: Store): void {
  const record = runningRecord('one')
  if (attempt('run one', () => store.insertRun(record)) === undefined && !hasRun(store)) return
  for (let second = 0; second < sampleCount; second += 1) {
    attempt(`sample ${second}`, () => store.addSample('one', exampleSample(record, second)))
  }
  attempt('draft', () => store.saveDraft('scenario', 'a draft'))
  attempt('note', () => store.annotateRun('one', { tags: ['kept'], notes: 'a note' }))
  attempt('run two with samples', () =>
    store.addRun({ ...record, id: 'two', status: 'partial' }, [exampleSample(record, 0)]),
  )
  attempt('outcome', () => store.updateRun({ ...record, status: 'partial', endReason: 'user-abort' }))
}

function hasRun(store: Store): boolean {
  return store.listRuns().some(({ id }) => id === 'one')
}

const store = attempt('workspace', () => openStore(workspacePath))
if (store !== undefined) {
  work(store)
  attempt('close', () => store.close())
}
