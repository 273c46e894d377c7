/**
 * Lists all commands of the window in one table. Menu, keyboard shortcuts, palette and the help on shortcuts use it.
 */

/** A command as the user sees it. */
export interface CommandRow {
  readonly command: string
  /** Label in the menu and in the palette. A label that ends in “…” asks for input before anything is done. */
  readonly label: string
  /** Key in Electron's notation; null if the command has none. */
  readonly keys: string | null
  /** Other keys for the same command, which users know from other programs. */
  readonly alsoKeys?: readonly string[]
}

/** Menus with their groups of commands, in the order of the menu bar. */
export const commandMenus = [
  {
    label: 'File',
    groups: [
      [
        { command: 'scenario.new', label: 'New scenario', keys: 'CmdOrCtrl+N' },
        { command: 'scenario.open', label: 'Open scenario…', keys: 'CmdOrCtrl+O' },
        { command: 'scenario.save', label: 'Save scenario…', keys: 'CmdOrCtrl+S' },
      ],
      [
        { command: 'runs.import', label: 'Import measurements…', keys: 'CmdOrCtrl+I' },
        { command: 'report.export', label: 'Export report…', keys: 'CmdOrCtrl+E' },
        { command: 'answer.use', label: 'Use this answer…', keys: 'CmdOrCtrl+U' },
      ],
    ],
  },
  {
    label: 'Edit',
    groups: [
      [
        { command: 'edit.undo', label: 'Undo', keys: 'CmdOrCtrl+Z' },
        { command: 'edit.redo', label: 'Redo', keys: 'CmdOrCtrl+Shift+Z', alsoKeys: ['CmdOrCtrl+Y'] },
      ],
      [{ command: 'answer.apply', label: 'Apply the recommendation', keys: 'CmdOrCtrl+Shift+A' }],
    ],
  },
  {
    label: 'View',
    groups: [
      [
        { command: 'view.sizing', label: 'Sizing', keys: 'CmdOrCtrl+1' },
        { command: 'view.compare', label: 'Compare', keys: 'CmdOrCtrl+2' },
        { command: 'view.validation', label: 'Validation', keys: 'CmdOrCtrl+3' },
        { command: 'view.runs', label: 'Runs', keys: 'CmdOrCtrl+4' },
        { command: 'view.models', label: 'Models', keys: 'CmdOrCtrl+5' },
        { command: 'view.benchmarks', label: 'Benchmarks', keys: 'CmdOrCtrl+6' },
        { command: 'view.agents', label: 'Agents', keys: 'CmdOrCtrl+7' },
        { command: 'view.observe', label: 'Observe a running cluster', keys: 'CmdOrCtrl+8' },
        { command: 'view.forecast', label: 'Forecast', keys: 'CmdOrCtrl+9' },
      ],
      [{ command: 'view.presenter', label: 'Presenter mode', keys: 'CmdOrCtrl+Shift+L' }],
    ],
  },
  {
    label: 'Run',
    groups: [
      [
        { command: 'validation.start', label: 'Start the validation', keys: 'CmdOrCtrl+Enter' },
        { command: 'validation.stop', label: 'Stop the run and keep what was measured', keys: 'CmdOrCtrl+.' },
      ],
    ],
  },
  {
    label: 'Help',
    groups: [
      [
        { command: 'help.palette', label: 'Find a command…', keys: 'CmdOrCtrl+K', alsoKeys: ['CmdOrCtrl+Shift+P'] },
        { command: 'help.keys', label: 'Keyboard shortcuts', keys: 'CmdOrCtrl+/' },
        { command: 'help.tour', label: 'Tour of one minute', keys: null },
      ],
    ],
  },
] as const satisfies readonly { label: string; groups: readonly (readonly CommandRow[])[] }[]

/** The commands that menu, keys and palette offer. */
export type MenuCommand = (typeof commandMenus)[number]['groups'][number][number]['command']

/** A row whose command is one of `MenuCommand`. */
export type KnownCommandRow = CommandRow & { readonly command: MenuCommand }

/** All rows of a menu. */
export function rowsOfMenu({
  groups,
}: {
  readonly groups: readonly (readonly KnownCommandRow[])[]
}): KnownCommandRow[] {
  return groups.flat()
}

/** All commands, in the order of the menus. */
export const commandRows: readonly KnownCommandRow[] = commandMenus.flatMap((menu) => rowsOfMenu(menu))

/** A pressed key. A KeyboardEvent has this shape. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Returns the command of a pressed key; null if the key has none. */
export function commandOfKey(pressed: PressedKey): MenuCommand | null {
  const row = commandRows.find(({ keys, alsoKeys = [] }) =>
    [keys, ...alsoKeys].some((each) => each !== null && isPressed(each, pressed)),
  )
  return row?.command ?? null
}

function isPressed(keys: string, { key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean {
  const parts = keys.split('+')
  const isShifted = parts.includes('Shift')
  const wantedKey = parts.at(-1)?.toLowerCase()
  return (ctrlKey || metaKey) && !altKey && shiftKey === isShifted && key.toLowerCase() === wantedKey
}

/** Writes keys as the keyboard labels them: "Ctrl+Shift+Z", or "⇧⌘Z" on a Mac. */
export function keysText(keys: string, platform: string): string {
  if (platform !== 'darwin') return keys.replace('CmdOrCtrl', 'Ctrl')
  const parts = keys.split('+')
  return `${parts.includes('Shift') ? '⇧' : ''}⌘${parts.at(-1) ?? ''}`
}
