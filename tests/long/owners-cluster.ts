/** A cluster that Headroom did not start, as a command line is given it: its connection file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a connection file into the workspace. @returns its path */
export function writeConnection(workspace: string, bootstrapServers: readonly string[]): string {
  const path = join(workspace, 'ours.connection.json')
  const connection = { kind: 'headroom.connection', schemaVersion: 1, name: 'Ours', bootstrapServers }
  writeFileSync(path, JSON.stringify(connection))
  return path
}
