import type { ProvisionKind } from '../../../contracts/provision.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { shell } from '../../api.ts'
import { useNotify } from '../../application/notices.tsx'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { useAsk } from '../../asking/use-answer.ts'

/** A function that asks for a folder and writes the files that set the answer to a scenario up there. */
export function useProvisioning(scenario: Scenario): (kind: ProvisionKind) => Promise<void> {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const writing = useWriting()
  return async (kind) => {
    const directory = await shell.chooseFolder()
    if (directory === null) return
    await writing.write(async () => {
      const written = await askOrNotify('provision.write', { scenario, kind, directory })
      if (written !== null) notify(writtenNotice(written.paths, 'Files written.'))
    })
  }
}
