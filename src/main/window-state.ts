/**
 * Remembers size and position of the window between starts, if a screen still shows that position.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** Size and position of a window, in device-independent pixels. */
export interface WindowState {
  readonly width: number
  readonly height: number
  /** Default: the middle of the screen. */
  readonly x?: number
  readonly y?: number
  readonly isMaximized: boolean
}

/** A rectangle on the desktop. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const smallestWindow = { width: 960, height: 600 } as const
const defaultState: WindowState = { width: 1280, height: 800, isMaximized: false }
/** Part of the window that must be on a screen, so that its title bar can be reached with the mouse. */
const visiblePixels = 100

/** The remembered state, or the default if there is none or if it does not fit the screens. */
export function readWindowState(path: string, screens: readonly Area[]): WindowState {
  const kept = readKept(path)
  if (kept === null) return defaultState
  const size = {
    width: Math.max(kept.width, smallestWindow.width),
    height: Math.max(kept.height, smallestWindow.height),
    isMaximized: kept.isMaximized,
  }
  const { x, y } = kept
  if (x === undefined || y === undefined) return size
  const isVisible = screens.some((screen) => overlaps(screen, { x, y, ...size }))
  return isVisible ? { ...size, x, y } : size
}

/** Stores the state. An error is only logged. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    writeFileSync(path, JSON.stringify(state))
  } catch (error) {
    console.error(`The window's place was not kept: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function overlaps(screen: Area, window: Area): boolean {
  const width = Math.min(screen.x + screen.width, window.x + window.width) - Math.max(screen.x, window.x)
  const height = Math.min(screen.y + screen.height, window.y + window.height) - Math.max(screen.y, window.y)
  return width >= visiblePixels && height >= visiblePixels
}

function readKept(path: string): WindowState | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isWindowState(value) ? value : null
  } catch {
    // The first start, or a file of another program: use the default.
    return null
  }
}

function isWindowState(value: unknown): value is WindowState {
  if (typeof value !== 'object' || value === null) return false
  const numbers = [Reflect.get(value, 'width'), Reflect.get(value, 'height')]
  const places = [Reflect.get(value, 'x'), Reflect.get(value, 'y')]
  return (
    numbers.every((number) => Number.isFinite(number)) &&
    places.every((place) => place === undefined || Number.isFinite(place)) &&
    typeof Reflect.get(value, 'isMaximized') === 'boolean'
  )
}
