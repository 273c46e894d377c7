/**
 * A process that starts an embedded cluster as a host does, and then waits until a test kills it.
 *
 * `embedded-parent KIND BROKERS STATE_DIRECTORY`; writes one line, `{"resources":[…],"bootstrapServers":[…]}`.
 */
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import type { WatchedResource } from '../../src/runner/embedded/watchdog.ts'

const [kind, brokers, stateDirectory = ''] = process.argv.slice(2)
const resources: WatchedResource[] = []
const cluster = await startEmbeddedCluster(
  kind === 'embedded:kafka'
    ? { kind, brokers: Number(brokers), quotaWindowSeconds: 11 }
    : { kind: 'embedded:simulated', brokers: Number(brokers) },
  {
    runId: 'killed-run',
    stateDirectory,
    onProgress: () => undefined,
    onResource: (resource) => void resources.push(resource),
  },
)
process.stdout.write(`${JSON.stringify({ resources, bootstrapServers: cluster.bootstrapServers })}\n`)
process.stdin.resume()
