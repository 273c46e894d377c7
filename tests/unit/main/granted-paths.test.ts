import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GrantedPaths } from '../../../src/main/granted-paths.ts'

describe('the paths that a page may have written', () => {
  it('are those that the user chose, as a file or as a folder', () => {
    const granted = new GrantedPaths()
    expect(granted.grantFile('mine.json')).toBe('mine.json')
    expect(granted.grantFolder('/reports')).toBe('/reports')
    expect(granted.includes('file', resolve('mine.json'))).toBe(true)
    expect(granted.includes('folder', '/reports/../reports/')).toBe(true)
    expect(granted.includes('folder', resolve('mine.json'))).toBe(false)
    expect(granted.includes('file', '/reports')).toBe(false)
  })

  it('are no others: not beside, above or below a chosen one', () => {
    const granted = new GrantedPaths()
    granted.grantFolder('/home/me/reports')
    for (const path of ['/home/me', '/home/me/reports/deep', '/home/me/reports-2', '/home/me/reports/..']) {
      expect(granted.includes('folder', path)).toBe(false)
    }
  })

  it('stay as they are after a cancelled dialog', () => {
    const granted = new GrantedPaths()
    expect([granted.grantFile(null), granted.grantFolder(null)]).toEqual([null, null])
    expect(granted.includes('file', '')).toBe(false)
  })
})
