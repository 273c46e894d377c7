/**
 * After each test file of a suite that opens windows: deletes the workspaces that it made. Test files of a worker share
 * modules, so `open-window.ts` could do it after its first one only.
 */
import { afterAll } from 'vitest'
import { removeWorkspaces } from '../e2e/open-window.ts'

afterAll(removeWorkspaces)
