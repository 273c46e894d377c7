import { afterEach } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { openStore, type Store } from '../../../src/workbench/store/store.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A workspace for each test of a file, and stores over it that are closed after it. */
export function openStores() {
  const folder = temporaryFolder()
  const opened: Store[] = []
  afterEach(() => {
    for (const store of opened.splice(0)) store.close()
  })
  return {
    get workspace() {
      return folder.path
    },
    open(): Store {
      const store = openStore(folder.path)
      opened.push(store)
      return store
    },
  }
}

/** The error of work that is refused. */
export function refusal(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
