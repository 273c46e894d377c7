/**
 * The application menu: the commands of the window, and the standard roles of the platform.
 */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import { commandMenus, type KnownCommandRow } from '../contracts/commands.ts'
import { menuCommandChannel } from '../contracts/main-channels.ts'

type MenuLabel = (typeof commandMenus)[number]['label']
type Role = NonNullable<MenuItemConstructorOptions['role']>

const isMac = process.platform === 'darwin'

/** Groups of standard roles after the commands of a menu. */
const roles: Readonly<Partial<Record<MenuLabel, readonly (readonly Role[])[]>>> = {
  File: [[isMac ? 'close' : 'quit']],
  Edit: [['cut', 'copy', 'paste', 'selectAll']],
  View: [['resetZoom', 'zoomIn', 'zoomOut'], ['togglefullscreen']],
}

/** Builds the application menu; commands go to the current window's page. */
export function buildMenu(currentWindow: () => BrowserWindow | null): Menu {
  const template: MenuItemConstructorOptions[] = commandMenus.map(({ label, groups }) => {
    const commands = groups.map((rows: readonly KnownCommandRow[]) => rows.map((row) => itemOf(row, currentWindow)))
    const ofRoles = (roles[label] ?? []).map((group) => group.map((role) => ({ role })))
    return { label: `&${label}`, submenu: withSeparators([...commands, ...ofRoles]) }
  })
  return Menu.buildFromTemplate(isMac ? [{ role: 'appMenu' }, ...template, { role: 'windowMenu' }] : template)
}

function withSeparators(groups: readonly MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]))
}

/** The menu only shows the keys. The page handles them, so that a focused field gets them first. */
function itemOf({ label, command, keys }: KnownCommandRow, currentWindow: () => BrowserWindow | null) {
  return {
    label,
    ...(keys === null ? {} : { accelerator: keys, registerAccelerator: false }),
    click: () => currentWindow()?.webContents.send(menuCommandChannel, command),
  }
}
