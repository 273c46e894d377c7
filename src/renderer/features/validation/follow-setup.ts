import type { SetupStatus } from '../../../contracts/setup-status.ts'
import type { WorkbenchClient } from '../../workbench-client.ts'

/**
 * Reports the progress of set-up, and starts set-up if parts are missing and it is not running. It runs in the
 * background, because sizing does not need it. After a restart of the workbench it is started again if necessary.
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
