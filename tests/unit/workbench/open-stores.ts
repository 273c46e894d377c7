import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { openStore, type Store } from '../../../src/workbench/store/store.ts'

/** A workspace for each test of a file, and stores over it that are closed after it. */
export function openStores() {
  const opened: Store[] = []
  const stores = {
    workspace: '',
    open(): Store {
      const store = openStore(stores.workspace)
      opened.push(store)
      return store
    },
  }
  beforeEach(async () => {
    stores.workspace = await mkdtemp(join(tmpdir(), 'headroom-store-'))
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) store.close()
    await rm(stores.workspace, { recursive: true, force: true })
  })
  return stores
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
