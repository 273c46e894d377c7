/**
 * Finds the folder that contains Headroom's own `models` folder: the root of the repository in a checkout, the resources
 * folder in a packaged app.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A model that every Headroom has. A `models` folder without it belongs to another program. */
const shippedModel = join('models', 'apache-kafka-on-hosts.json')

/**
 * Walks up from a folder to the first one with Headroom's models. If there is none, returns the folder itself, so that
 * commands that need no models still work.
 */
export function findResourcesRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, shippedModel))) return folder
    if (dirname(folder) === folder) return start
  }
}
