import type { SetupStatus } from '../../../contracts/setup-status.ts'
import type { WorkbenchClient } from '../../workbench-client.ts'

/**
 * Reports the progress of set-up until it is stopped, and starts set-up if it is not running. Sizing does not need it,
 * so it runs in the background. A restarted workbench does not know the earlier set-up, so set-up is requested again.
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
