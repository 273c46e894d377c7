/**
 * Finds the local runner host and the folder for its state.
 */
import { join } from 'node:path'
import type { Resources } from '../resources.ts'
import type { HostPlace } from './host-process.ts'

/** Returns the runner of these resources, which keeps its leases in the workspace. */
export function hostPlace(resources: Resources, workspacePath: string): HostPlace {
  return {
    nodePath: resources.runnerNodePath,
    scriptPath: resources.hostScriptPath,
    stateDirectory: join(workspacePath, 'runner'),
  }
}
