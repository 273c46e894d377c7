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

/** The overlay over the page, if any. */
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
          desk={page.validation}
          scenario={firstExample(page.examples) ?? null}
        />
      )
    case null:
      return null
  }
}
