/**
 * Reads the platform file of a Trogdor fleet: the names of its agents and the address of its coordinator.
 */
import { AppError } from '../../contracts/app-error.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import type { TrogdorFleet } from '../../contracts/run-plan.ts'
import { trogdorPlatform } from '../../contracts/trogdor-task.ts'
import { maxWrittenFileBytes, readJsonValue } from '../files/read-json-file.ts'

const remedy =
  'Give the file that the fleet was started with: {"platform": …, "nodes": {"node0": {"hostname": …, "trogdor.agent.port": 8888, "trogdor.coordinator.port": 8889}}}'

/**
 * Reads the fleet that a platform file describes. It must have one coordinator and at least one agent.
 * @throws AppError FILE_UNREADABLE or INPUT_INVALID
 */
export async function readTrogdorPlatform(path: string): Promise<TrogdorFleet> {
  const value = await readJsonValue(path, {
    noun: 'Trogdor platform file',
    code: 'INPUT_INVALID',
    maxBytes: maxWrittenFileBytes,
  })
  const { nodes } = parseOrThrow(trogdorPlatform, value, {
    code: 'INPUT_INVALID',
    what: `The Trogdor platform file ${path}`,
    remedy,
  })
  const all = Object.entries(nodes)
  const coordinators = all.flatMap(([, node]) => {
    const port = node['trogdor.coordinator.port']
    return port === undefined ? [] : [`http://${inUrl(node.hostname)}:${port}`]
  })
  const agents = all.flatMap(([name, node]) => (node['trogdor.agent.port'] === undefined ? [] : [name]))
  const [coordinatorUrl] = coordinators
  if (coordinatorUrl === undefined || coordinators.length > 1 || agents.length === 0) {
    throw new AppError(
      'INPUT_INVALID',
      `The Trogdor platform file ${path} names ${coordinators.length} coordinators and ${agents.length} agents; expected one coordinator and at least one agent.`,
      { remedy },
    )
  }
  return { coordinatorUrl, nodes: agents }
}

/** An IPv6 address stands in brackets in a URL. */
function inUrl(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname
}
