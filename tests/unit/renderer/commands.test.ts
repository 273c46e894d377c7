import { describe, expect, it } from 'vitest'
import { commandOfKey, commandRows, keysText } from '../../../src/contracts/commands.ts'
import { findEntries } from '../../../src/renderer/application/palette-entries.ts'

const pressed = (key: string, held: { ctrl?: boolean; meta?: boolean; shift?: boolean; alt?: boolean } = {}) => ({
  key,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  shiftKey: held.shift ?? false,
  altKey: held.alt ?? false,
})

describe('the table of commands', () => {
  it('has each command once and no key for two commands', () => {
    const names = commandRows.map(({ command }) => command)
    const keys = commandRows.flatMap(({ keys, alsoKeys = [] }) => [...(keys === null ? [] : [keys]), ...alsoKeys])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('finds the command of a key with Control or Command, and only with exactly its modifiers', () => {
    expect(commandOfKey(pressed('k', { ctrl: true }))).toBe('help.palette')
    expect(commandOfKey(pressed('k', { meta: true }))).toBe('help.palette')
    expect(commandOfKey(pressed('Z', { ctrl: true, shift: true }))).toBe('edit.redo')
    expect(commandOfKey(pressed('y', { ctrl: true }))).toBe('edit.redo')
    expect(commandOfKey(pressed('Enter', { ctrl: true }))).toBe('validation.start')
    expect(commandOfKey(pressed('k'))).toBeNull()
    expect(commandOfKey(pressed('k', { ctrl: true, alt: true }))).toBeNull()
    expect(commandOfKey(pressed('K', { ctrl: true, shift: true }))).toBeNull()
  })

  it('writes keys as they are labelled on the keyboard', () => {
    expect(keysText('CmdOrCtrl+Shift+Z', 'linux')).toBe('Ctrl+Shift+Z')
    expect(keysText('CmdOrCtrl+Shift+Z', 'darwin')).toBe('⇧⌘Z')
    expect(keysText('CmdOrCtrl+1', 'darwin')).toBe('⌘1')
  })
})

describe('the palette', () => {
  const entry = (label: string, kind = 'Command') => ({ id: label, label, kind, keys: '', run: () => undefined })
  const entries = [
    entry('Open scenario…'),
    entry('Compare'),
    entry('New scenario'),
    entry('IoT: a scenario', 'Example'),
  ]
  const found = (typed: string, most = 10) => findEntries(entries, typed, most).map(({ label }) => label)

  it('lists all entries before anything is typed, up to the given number', () => {
    expect(found('')).toHaveLength(4)
    expect(found('', 2)).toEqual(['Open scenario…', 'Compare'])
  })

  it('matches entries that contain every word, those that begin with the typed text first', () => {
    expect(found('sce')).toEqual(['Open scenario…', 'New scenario', 'IoT: a scenario'])
    expect(found('com')).toEqual(['Compare', 'Open scenario…', 'New scenario'])
    expect(found('scenario new')).toEqual(['New scenario'])
    expect(found('example')).toEqual(['IoT: a scenario'])
    expect(found('zebra')).toEqual([])
  })

  it('puts an entry whose whole label was typed before a longer one', () => {
    const fields = [entry('Keys per producer', 'Field'), entry('Keys', 'Field')]
    expect(findEntries(fields, 'keys', 10).map(({ label }) => label)).toEqual(['Keys', 'Keys per producer'])
  })
})
