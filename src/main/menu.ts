/**
 * Builds the application menu from the commands of the window and the platform's standard roles.
 */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import { commandMenus, type KnownCommandRow } from '../contracts/commands.ts'
import { menuCommandChannel } from '../contracts/main-channels.ts'

type MenuLabel = (typeof commandMenus)[number]['label']
type Role = NonNullable<MenuItemConstructorOptions['role']>

const isMac = process.platform === 'darwin'

/** Groups of the platform's standard items (Electron's roles) that follow Headroom's commands in a menu. */
const roles: Readonly<Partial<Record<MenuLabel, readonly (readonly Role[])[]>>> = {
  File: [[isMac ? 'close' : 'quit']],
  Edit: [['cut', 'copy', 'paste', 'selectAll']],
  View: [['resetZoom', 'zoomIn', 'zoomOut'], ['togglefullscreen']],
}

/** Builds the application menu. Chosen commands are sent to the current window's page. */
export function buildMenu(currentWindow: () => BrowserWindow | null): Menu {
  const template: MenuItemConstructorOptions[] = commandMenus.map(({ label, groups }) => {
    const commands = groups.map((rows: readonly KnownCommandRow[]) => rows.map((row) => itemOf(row, currentWindow)))
    const roleGroups = (roles[label] ?? []).map((group) => group.map((role) => ({ role })))
    return { label: `&${label}`, submenu: withSeparators([...commands, ...roleGroups]) }
  })
  return Menu.buildFromTemplate(isMac ? [{ role: 'appMenu' }, ...template, { role: 'windowMenu' }] : template)
}

function withSeparators(groups: readonly MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]))
}

/** The menu item of a command. The menu only shows its keys: the page handles them, so that a focused field comes first. */
function itemOf({ label, command, keys }: KnownCommandRow, currentWindow: () => BrowserWindow | null) {
  return {
    label,
    ...(keys === null ? {} : { accelerator: keys, registerAccelerator: false }),
    click: () => currentWindow()?.webContents.send(menuCommandChannel, command),
  }
}
