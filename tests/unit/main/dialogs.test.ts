import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const showSaveDialog = vi.fn()
const showMessageBox = vi.fn()

const window = {} as BrowserWindow
const folder = temporaryFolder()
beforeEach(() => {
  vi.resetModules()
  vi.doMock('electron', () => ({ app: { getPath: () => '/documents' }, dialog: { showSaveDialog, showMessageBox } }))
})
afterEach(() => {
  vi.resetAllMocks()
  vi.doUnmock('electron')
  vi.resetModules()
})

async function save(typed: string, answer: 'cancel' | 'replace') {
  showSaveDialog.mockResolvedValue({ canceled: false, filePath: typed })
  showMessageBox.mockResolvedValue({ response: answer === 'replace' ? 1 : 0 })
  const { chooseScenarioToSave } = await import('../../../src/main/dialogs.ts')
  return { path: await chooseScenarioToSave(window, 'Orders', null), asked: showMessageBox.mock.calls.length }
}

test('a scenario whose extension was not typed replaces a file only if the user says so', async () => {
  const existing = join(folder.path, 'orders.headroom.json')
  writeFileSync(existing, '{}')
  expect(await save(join(folder.path, 'orders'), 'cancel')).toEqual({ path: null, asked: 1 })
  vi.resetAllMocks()
  expect(await save(join(folder.path, 'orders'), 'replace')).toEqual({ path: existing, asked: 1 })
  vi.resetAllMocks()
  const other = join(folder.path, 'other')
  expect(await save(other, 'cancel')).toEqual({ path: `${other}.headroom.json`, asked: 0 })
})

test('the system has asked already if the whole name was typed', async () => {
  const existing = join(folder.path, 'orders.headroom.json')
  writeFileSync(existing, '{}')
  expect(await save(existing, 'cancel')).toEqual({ path: existing, asked: 0 })
  // On Linux it asks only with this property.
  expect(showSaveDialog.mock.calls[0]?.[1].properties).toContain('showOverwriteConfirmation')
})
