/**
 * The place of the local runner host.
 */
import { join } from 'node:path'
import type { Resources } from '../resources.ts'
import type { HostPlace } from './host-process.ts'

/** The host of these resources, with its leases in the workspace. */
export function hostPlace(resources: Resources, workspacePath: string): HostPlace {
  return {
    nodePath: resources.runnerNodePath,
    scriptPath: resources.hostScriptPath,
    stateDirectory: join(workspacePath, 'runner'),
  }
}
