import { formatFactor } from '../units/ratio.ts'

/**
 * "Storage is enough for at least 7.6 times the average load."; empty if a limit on rates comes before that.
 */
export function storageRoomText(utilisation: number, headroom: number): string {
  return 1 / utilisation < headroom ? `Storage is ${storageRoom(utilisation)}.` : ''
}

/**
 * "enough for at least 7.6 times the average load". At least, because a growing load fills batches, so that less is kept
 * of each record.
 *
 * @param utilisation of storage at the offered load, above 0
 */
export function storageRoom(utilisation: number): string {
  return `enough for at least ${formatFactor(1 / utilisation)} the average load`
}
