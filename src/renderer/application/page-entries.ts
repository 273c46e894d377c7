import { commandRows, keysText } from '../../contracts/commands.ts'
import type { ModelList } from '../../contracts/ipc-contract.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { focusField } from '../features/sizing/focus-field.ts'
import { whatIfChoices } from '../features/sizing/what-if-fields.ts'
import type { PaletteEntry } from './palette-entries.ts'
import type { ViewName } from './rail.tsx'
import type { CommandActions } from './use-commands.ts'
import type { ScenarioDesk } from './use-scenario.ts'

interface PageEntriesInput {
  readonly models: ModelList
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  readonly actions: CommandActions
  readonly desk: ScenarioDesk
  readonly platform: string
  readonly onGo: (view: ViewName) => void
  readonly onShowModel: (id: string) => void
}

/** Everything that the palette can find: commands first, then fields, examples and models. */
export function pageEntries({ actions, desk, platform, examples, models, ...page }: PageEntriesInput): PaletteEntry[] {
  const commands = commandRows.map(({ command, label, keys }) => ({
    id: command,
    label,
    kind: 'Command',
    keys: keys === null ? '' : keysText(keys, platform),
    run: actions[command],
  }))
  const fields = whatIfChoices(desk.editor.scenario).map(({ place, label, group }) => ({
    id: place,
    label,
    kind: `Field, ${group.toLowerCase()}`,
    keys: '',
    run() {
      page.onGo('sizing')
      setTimeout(() => focusField(place))
    },
  }))
  const starts = examples.map(({ fileName, scenario }) => ({
    id: fileName,
    label: scenario.name,
    kind: 'Example',
    keys: '',
    run() {
      desk.replaceWith(scenario, null)
      page.onGo('sizing')
    },
  }))
  const offerings = models.offerings.map(({ id, name }) => ({
    id: `model ${id}`,
    label: name,
    kind: 'Model',
    keys: '',
    run() {
      page.onShowModel(id)
      page.onGo('models')
    },
  }))
  return [...commands, ...fields, ...starts, ...offerings]
}
