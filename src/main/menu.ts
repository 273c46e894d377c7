/**
 * The menu and its keys, from one table.
 */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import { type MenuCommand, menuCommandChannel } from '../contracts/main-channels.ts'

interface MenuEntry {
  readonly label: string
  readonly command: MenuCommand
  readonly accelerator: string
}

type MenuRow = MenuEntry | { readonly role: NonNullable<MenuItemConstructorOptions['role']> } | 'separator'

const isMac = process.platform === 'darwin'

/** Every command of Headroom with its key, and the roles that a platform's user expects beside them. */
export const menuTable: readonly { readonly label: string; readonly rows: readonly MenuRow[] }[] = [
  {
    label: '&File',
    rows: [
      { label: 'New scenario', command: 'scenario.new', accelerator: 'CmdOrCtrl+N' },
      { label: 'Open scenario…', command: 'scenario.open', accelerator: 'CmdOrCtrl+O' },
      { label: 'Save scenario…', command: 'scenario.save', accelerator: 'CmdOrCtrl+S' },
      'separator',
      { label: 'Export report…', command: 'report.export', accelerator: 'CmdOrCtrl+E' },
      'separator',
      { role: isMac ? 'close' : 'quit' },
    ],
  },
  {
    label: '&Edit',
    rows: [
      { label: 'Undo', command: 'edit.undo', accelerator: 'CmdOrCtrl+Z' },
      { label: 'Redo', command: 'edit.redo', accelerator: 'CmdOrCtrl+Shift+Z' },
      'separator',
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  {
    label: '&View',
    rows: [
      { label: 'Sizing', command: 'view.sizing', accelerator: 'CmdOrCtrl+1' },
      { label: 'Compare', command: 'view.compare', accelerator: 'CmdOrCtrl+2' },
      { label: 'Validation', command: 'view.validation', accelerator: 'CmdOrCtrl+3' },
      { label: 'Models', command: 'view.models', accelerator: 'CmdOrCtrl+4' },
      'separator',
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      'separator',
      { role: 'togglefullscreen' },
    ],
  },
]

/** Builds the application menu; commands go to the current window's page. */
export function buildMenu(currentWindow: () => BrowserWindow | null): Menu {
  const template: MenuItemConstructorOptions[] = menuTable.map((menu) => ({
    label: menu.label,
    submenu: menu.rows.map((row) => toMenuItem(row, currentWindow)),
  }))
  return Menu.buildFromTemplate(isMac ? [{ role: 'appMenu' }, ...template, { role: 'windowMenu' }] : template)
}

function toMenuItem(row: MenuRow, currentWindow: () => BrowserWindow | null): MenuItemConstructorOptions {
  if (row === 'separator') return { type: 'separator' }
  if ('role' in row) return { role: row.role }
  return {
    label: row.label,
    accelerator: row.accelerator,
    click: () => currentWindow()?.webContents.send(menuCommandChannel, row.command),
  }
}
