/**
 * Handles the page's calls to the desktop: one opens an address in the web browser, one shows a file in its folder.
 */
import { isAbsolute } from 'node:path'
import type { Shell } from 'electron'
import type { CallHandlers } from './answer-calls.ts'
import { allowedExternalUrl } from './external-links.ts'

/** Creates the handlers, which refuse everything but https addresses and absolute paths. */
export function shellCalls(
  shell: Pick<Shell, 'openExternal' | 'showItemInFolder'>,
): Pick<CallHandlers, 'openExternal' | 'showInFolder'> {
  return {
    openExternal: async (_window, url) => {
      const allowed = allowedExternalUrl(url)
      if (allowed === null) throw new Error('Only https addresses are opened.')
      await shell.openExternal(allowed)
    },
    showInFolder: (_window, path) => {
      if (typeof path !== 'string' || !isAbsolute(path) || path.includes('\0'))
        throw new Error('Only an absolute path can be shown.')
      shell.showItemInFolder(path)
    },
  }
}
