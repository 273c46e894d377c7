import { formatFactor } from '../units/ratio.ts'

/**
 * "Storage is enough for at least 7.6 times the average load."; empty if a limit on rates comes before that. At least, because
 * a growing load fills batches, so that less is kept of each record.
 */
export function storageRoomText(utilisation: number, headroom: number): string {
  const factor = 1 / utilisation
  return factor < headroom ? `Storage is enough for at least ${formatFactor(factor)} the average load.` : ''
}
