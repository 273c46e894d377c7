import { UseAnswerDialog } from '../features/provision/use-answer-dialog.tsx'
import { useProvisioning } from '../features/provision/use-provisioning.ts'
import { modelOf } from '../features/sizing/model-of.ts'
import { CommandPalette } from './command-palette.tsx'
import { firstExample } from './first-example.ts'
import { KeysHelp } from './keys-help.tsx'
import { pageEntries } from './page-entries.ts'
import { Tour } from './tour.tsx'
import type { CommandActions } from './use-commands.ts'
import type { Page } from './use-page.ts'

interface OverlaysProps {
  readonly page: Page
  readonly actions: CommandActions
  readonly onTourEnd: () => void
}

/** The open overlay; nothing if none is open. */
export function Overlays({ page, actions, onTourEnd }: OverlaysProps) {
  const close = () => page.setOverlay(null)
  switch (page.overlay) {
    case 'palette':
      return <CommandPalette entries={pageEntries(page, actions)} onClose={close} />
    case 'keys':
      return <KeysHelp platform={page.runtime?.platform ?? ''} onClose={close} />
    case 'tour':
      return (
        <Tour
          onGo={page.setView}
          onEnd={onTourEnd}
          state={page.validation}
          scenario={firstExample(page.examples) ?? null}
        />
      )
    case 'use-answer':
      return <UseAnswer page={page} onClose={close} />
    case null:
      return null
  }
}

/** The dialog with the files of the recommended answer. Nothing if the scenario's model is missing: the sizing view says so. */
function UseAnswer({ page, onClose }: { readonly page: Page; readonly onClose: () => void }) {
  const { scenario } = page.scenarioState.editor
  const save = useProvisioning(scenario)
  const { offering } = modelOf(scenario.deployment, page.models.models)
  if (offering === null) return null
  return <UseAnswerDialog {...{ scenario, offering, onClose }} onSave={(...asked) => void save(...asked)} />
}
