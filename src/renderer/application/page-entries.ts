/**
 * Makes the entries of the command palette from the state of the page.
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
  const commandEntries = commandRows.map(({ command, label, keys }) => ({
    id: command,
    label,
    kind: 'Command',
    keys: keys === null ? '' : keysText(keys, platform),
    run: actions[command],
  }))
  const fieldEntries = findableFields(scenarioState.editor.scenario).map(({ place, label, group }) => ({
    id: place,
    label,
    kind: `Field, ${group.toLowerCase()}`,
    keys: '',
    run: () => showField(place, page),
  }))
  // The growth is not part of the scenario, so `findableFields` does not have it.
  const growthEntry = {
    id: growthPlace,
    label: 'Growth of all rates',
    kind: 'Field, traffic',
    keys: '',
    run: () => showField(growthPlace, page),
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
  const fileEntries = recentFiles().map((path) => ({
    id: `file ${path}`,
    label: path.split(/[\\/]/).at(-1) ?? path,
    kind: 'Recent file',
    keys: '',
    run() {
      void scenarioState.openPath(path)
      page.setView('sizing')
    },
  }))
  const modelEntries = models.models.offerings.map(({ id, name }) => ({
    id: `model ${id}`,
    label: name,
    kind: 'Model',
    keys: '',
    run() {
      page.setShownModel(id)
      page.setView('models')
    },
  }))
  return [...commandEntries, ...fileEntries, ...fieldEntries, growthEntry, ...exampleEntries, ...modelEntries]
}

/** Opens the sizing view and moves the focus to one of its fields, when React has rendered the view. */
function showField(place: string, page: Page): void {
  page.setView('sizing')
  setTimeout(() => focusField(place))
}
