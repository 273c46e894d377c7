import type { SetupStatus } from '../../../contracts/setup-status.ts'
import type { WorkbenchClient } from '../../workbench-client.ts'

/**
 * Tells how far set-up is until it is stopped, and begins it where nobody has: sizing needs nothing of it, so it runs behind
 * the window. A workbench that was started again knows nothing of the set-up of the one before, and is asked anew.
 */
export function followSetup(
  client: Pick<WorkbenchClient, 'call' | 'on' | 'onReattached'>,
  onStatus: (status: SetupStatus) => void,
): () => void {
  const ask = async (): Promise<void> => {
    const outcome = await client.call('setup.status', {})
    if (!outcome.ok) return
    onStatus(outcome.value)
    if (!outcome.value.isKafkaReady && !outcome.value.isWorking) void client.call('setup.prepare', {})
  }
  const stops = [client.on('setup.changed', onStatus), client.onReattached(() => void ask())]
  void ask()
  return () => {
    for (const stop of stops) stop()
  }
}
