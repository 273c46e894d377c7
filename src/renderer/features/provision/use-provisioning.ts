import type { ProvisionKind, RecommendedChanges } from '../../../contracts/provision.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { shell } from '../../api.ts'
import { useNotify } from '../../application/notices.tsx'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { useAsk } from '../../asking/use-answer.ts'

/** Asks for a folder and writes the files of one kind there, for the recommendation with these changes. */
type SaveAnswer = (kind: ProvisionKind, changes: RecommendedChanges) => Promise<void>

/** Returns a function that writes the files that set up the recommended answer for a scenario. */
export function useProvisioning(scenario: Scenario): SaveAnswer {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const writing = useWriting()
  return async (kind, changes) => {
    const directory = await shell.chooseFolder()
    if (directory === null) return
    await writing.write(async () => {
      const written = await askOrNotify('provision.write', { scenario, kind, changes, directory })
      if (written !== null) notify(writtenNotice(written.paths, 'Files written.'))
    })
  }
}
