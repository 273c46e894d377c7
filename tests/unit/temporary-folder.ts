import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A folder for each test of a file, gone after it: what is in use there is closed by hooks that come after this one. */
export function temporaryFolder(): { readonly path: string } {
  const folder = { path: '' }
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'headroom-unit-'))
  })
  afterEach(() => rm(folder.path, { recursive: true, force: true }))
  return folder
}
