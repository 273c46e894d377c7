import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type WorkspaceCircumstances, workspacePath } from '../../../src/workbench/workspace/workspace-path.ts'

const linux: WorkspaceCircumstances = { environment: {}, platform: 'linux', homePath: '/home/me' }

describe('the place of the workspace', () => {
  it.each<[string, Partial<WorkspaceCircumstances>, string]>([
    ['the platform by default', {}, '/home/me/.local/share/headroom'],
    ['XDG_DATA_HOME', { environment: { XDG_DATA_HOME: '/data' } }, '/data/headroom'],
    ['no relative XDG_DATA_HOME', { environment: { XDG_DATA_HOME: 'data' } }, '/home/me/.local/share/headroom'],
    ['HEADROOM_WORKSPACE before that', { environment: { XDG_DATA_HOME: '/data', HEADROOM_WORKSPACE: '/w' } }, '/w'],
    ['the flag before all', { flag: '/f', environment: { HEADROOM_WORKSPACE: '/w' } }, '/f'],
    ['a relative flag from the current folder', { flag: 'here' }, resolve('here')],
    ['macOS', { platform: 'darwin', homePath: '/Users/me' }, '/Users/me/Library/Application Support/Headroom'],
  ])('follows %s', (_what, circumstances, expected) => {
    expect(workspacePath({ ...linux, ...circumstances })).toBe(expected)
  })
})
