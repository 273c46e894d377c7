/**
 * The calibrations of a workspace as text.
 */
import type { BrokenFile } from '../contracts/broken-file.ts'
import type { Calibration } from '../contracts/calibration.ts'
import { alignColumns } from '../presentation/painters/columns.ts'
import { counted } from '../units/count.ts'
import { significantDigits } from '../units/number-text.ts'
import { errorText } from './print-error.ts'

/** One line per calibration, then the files that cannot be read. */
export function calibrationsText(calibrations: readonly Calibration[], broken: readonly BrokenFile[]): string {
  const others = broken.length === 0 ? '' : `\nBroken\n${broken.map(({ error }) => errorText(error)).join('')}`
  if (calibrations.length === 0) return `There is no calibration in this workspace.\n${others}`
  const rows = calibrations.map(({ name, model, createdAtEpochMs, parameters, runs }) => [
    name,
    model,
    new Date(createdAtEpochMs).toISOString().slice(0, 10),
    counted(runs.length, 'run'),
    parameters.map(({ id, value }) => `${id} ${significantDigits(value)}`).join(', '),
  ])
  return `${alignColumns([['name', 'model', 'made', '', 'parameters'], ...rows])}${others}`
}
