import type { SetupStatus } from '../../../contracts/setup-status.ts'
import type { WorkbenchClient } from '../../workbench-client.ts'

/**
 * Reports the progress of set-up, which prepares the load generator and the embedded Kafka. Starts set-up if something is
 * missing and it is not running; after a restart of the workbench too. It runs in the background, because sizing does not
 * need it.
 * @returns a function that stops the reports
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
