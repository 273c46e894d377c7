import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readWindowState, writeWindowState } from '../../../src/main/window-state.ts'

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }]
const standard = { width: 1280, height: 800, isMaximized: false }

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-window-'))
  folders.push(folder)
  return join(folder, 'window.json')
}

describe('the position of the window', () => {
  it('is 1280 x 800 at the first start', () => {
    expect(readWindowState(place(), screens)).toEqual(standard)
  })

  it('is remembered', () => {
    const path = place()
    const state = { width: 1500, height: 900, x: 100, y: 50, isMaximized: true }
    writeWindowState(path, state)
    expect(readWindowState(path, screens)).toEqual(state)
  })

  it('is forgotten if no screen contains it any more, but its size is kept', () => {
    const path = place()
    writeWindowState(path, { width: 1500, height: 900, x: 4000, y: 50, isMaximized: false })
    expect(readWindowState(path, screens)).toEqual({ width: 1500, height: 900, isMaximized: false })
  })

  it('is never smaller than the page can be', () => {
    const path = place()
    writeWindowState(path, { width: 10, height: 10, isMaximized: false })
    expect(readWindowState(path, screens)).toEqual({ width: 960, height: 600, isMaximized: false })
  })

  it.each(['', 'not json', '{"width":"wide","height":1,"isMaximized":false}', 'null', '{"width":1e999,"height":1}'])(
    'is the default if the file holds %j',
    (text) => {
      const path = place()
      writeFileSync(path, text)
      expect(readWindowState(path, screens)).toEqual(standard)
    },
  )
})
