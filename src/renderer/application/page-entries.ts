/**
 * The entries of the command palette that belong to the page.
 */
import { commandRows, keysText } from '../../contracts/commands.ts'
import { focusField } from '../features/sizing/focus-field.ts'
import { growthPlace } from '../features/sizing/growth-answer.ts'
import { findableFields } from '../features/sizing/what-if-fields.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { recentFiles } from './recent-files.ts'
import type { CommandActions } from './use-commands.ts'
import type { Page } from './use-page.ts'

/** All entries of the palette: commands, recent files, fields, examples and models, in this order. */
export function pageEntries(page: Page, actions: CommandActions): PaletteEntry[] {
  const { scenarioState, examples, models, runtime } = page
  const platform = runtime?.platform ?? ''
  const commands = commandRows.map(({ command, label, keys }) => ({
    id: command,
    label,
    kind: 'Command',
    keys: keys === null ? '' : keysText(keys, platform),
    run: actions[command],
  }))
  const fields = findableFields(scenarioState.editor.scenario).map(({ place, label, group }) => ({
    id: place,
    label,
    kind: `Field, ${group.toLowerCase()}`,
    keys: '',
    run() {
      page.setView('sizing')
      // After React has rendered the view.
      setTimeout(() => focusField(place))
    },
  }))
  const growth = {
    id: growthPlace,
    label: 'Growth of all rates',
    kind: 'Field, traffic',
    keys: '',
    run() {
      page.setView('sizing')
      // After React has rendered the view.
      setTimeout(() => focusField(growthPlace))
    },
  }
  const exampleEntries = examples.map(({ fileName, scenario }) => ({
    id: fileName,
    label: scenario.name,
    kind: 'Example',
    keys: '',
    run() {
      scenarioState.replaceWith(scenario, null)
      page.setView('sizing')
    },
  }))
  const files = recentFiles().map((path) => ({
    id: `file ${path}`,
    label: path.split(/[\\/]/).at(-1) ?? path,
    kind: 'Recent file',
    keys: '',
    run() {
      void scenarioState.openPath(path)
      page.setView('sizing')
    },
  }))
  const offerings = models.models.offerings.map(({ id, name }) => ({
    id: `model ${id}`,
    label: name,
    kind: 'Model',
    keys: '',
    run() {
      page.setShownModel(id)
      page.setView('models')
    },
  }))
  return [...commands, ...files, ...fields, growth, ...exampleEntries, ...offerings]
}
