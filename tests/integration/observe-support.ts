/**
 * Reads clusters in tests, with a real host process.
 */
import type { ClusterReading } from '../../src/contracts/cluster-reading.ts'
import type { Connection } from '../../src/contracts/connection.ts'
import type { ReadingBounds } from '../../src/contracts/reading-part.ts'
import type { Target } from '../../src/contracts/target.ts'
import { assembleReading } from '../../src/measurement/reading/assemble-reading.ts'
import { TestController } from './runner-controller.ts'

/** High bounds, so that the reading of a broker on this machine takes little time. */
export const quickBounds: ReadingBounds = {
  spanMs: 0,
  sampleBytes: 20_000_000,
  requestsPerSec: 100,
  bytesPerSec: 50_000_000,
  historyHours: 48,
}

/** The connection of a target. The target must be a connection. */
export function connectionOf(target: Target): Connection {
  if (target.kind !== 'connection') throw new Error(`no connection: ${target.kind}`)
  return target.connection
}

/** Reads a cluster to the end. @throws the error that the host sent instead */
export async function readCluster(
  connection: Connection,
  options: {
    readonly stateDirectory: string
    readonly bounds?: Partial<ReadingBounds>
    readonly secrets?: Record<string, string>
    /** Called when the first snapshot of the offsets has arrived. */
    afterFirstSnapshot?(): Promise<void>
  },
): Promise<ClusterReading> {
  const controller = new TestController(options.stateDirectory)
  try {
    await controller.greet()
    const bounds = { ...quickBounds, ...options.bounds }
    const already = { history: [], samples: [] }
    controller.send({ type: 'observe', connection, secrets: options.secrets ?? {}, bounds, already })
    const parts = () => controller.all('reading').map(({ part }) => part)
    const isOver = () => parts().some(({ part }) => part === 'end') || controller.all('error').length > 0
    await controller.until(() => parts().some(({ part }) => part === 'offsets') || isOver())
    await options.afterFirstSnapshot?.()
    await controller.until(isOver)
    const [failure] = controller.all('error')
    if (failure !== undefined) throw new Error(failure.error.message)
    const reading = assembleReading(parts())
    if (reading === null) throw new Error('there is no reading')
    return reading
  } finally {
    await controller.disconnect()
  }
}
