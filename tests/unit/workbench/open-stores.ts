import { afterEach } from 'vitest'
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
