/**
 * Stores the window's size and position between starts. The position is used if a screen still shows it.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** Size and position of a window, in device-independent pixels. */
export interface WindowState {
  readonly width: number
  readonly height: number
  /** Undefined to place the window in the middle of the screen. */
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

/** Smallest size of the window, in device-independent pixels. */
export const minWindowSize = { width: 960, height: 600 } as const
const defaultState: WindowState = { width: 1280, height: 800, isMaximized: false }
/** At least this many pixels of the window's width and of its height must be on one screen, so that it can be found. */
const visiblePixels = 100

/**
 * Reads the stored state, without its position if no screen shows it.
 * @returns the default if nothing valid is stored
 */
export function readWindowState(path: string, screens: readonly Area[]): WindowState {
  const stored = readStored(path)
  if (stored === null) return defaultState
  const size = {
    width: Math.max(stored.width, minWindowSize.width),
    height: Math.max(stored.height, minWindowSize.height),
    isMaximized: stored.isMaximized,
  }
  const { x, y } = stored
  if (x === undefined || y === undefined) return size
  const isVisible = screens.some((screen) => overlaps(screen, { x, y, ...size }))
  return isVisible ? { ...size, x, y } : size
}

/** Stores the state. An error is only logged. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    writeFileSync(path, JSON.stringify(state))
  } catch (error) {
    console.error(
      `The window's size and position could not be stored: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function overlaps(screen: Area, window: Area): boolean {
  const width = Math.min(screen.x + screen.width, window.x + window.width) - Math.max(screen.x, window.x)
  const height = Math.min(screen.y + screen.height, window.y + window.height) - Math.max(screen.y, window.y)
  return width >= visiblePixels && height >= visiblePixels
}

function readStored(path: string): WindowState | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isWindowState(value) ? value : null
  } catch {
    // This is the first start, or the file is damaged.
    return null
  }
}

function isWindowState(value: unknown): value is WindowState {
  if (typeof value !== 'object' || value === null) return false
  const size = [Reflect.get(value, 'width'), Reflect.get(value, 'height')]
  const position = [Reflect.get(value, 'x'), Reflect.get(value, 'y')]
  return (
    size.every((number) => Number.isFinite(number)) &&
    position.every((coordinate) => coordinate === undefined || Number.isFinite(coordinate)) &&
    typeof Reflect.get(value, 'isMaximized') === 'boolean'
  )
}
