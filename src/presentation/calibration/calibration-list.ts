/**
 * Lists the calibrations of a workspace.
 */
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Calibration } from '../../contracts/calibration.ts'
import { counted } from '../../units/count.ts'
import { significantDigits } from '../../units/number-text.ts'
import { type Block, blocks, listing, paragraph, textCell } from '../document.ts'
import { lawNoun } from '../labels.ts'
import { brokenBlocks } from '../models/model-list-blocks.ts'

/** The calibrations, then the files that cannot be read. */
export function calibrationListBlocks(calibrations: readonly Calibration[], broken: readonly BrokenFile[]): Block[] {
  const rows = calibrations.map(({ name, model, createdAtEpochMs, parameters, laws = [], runs }) => [
    textCell(name),
    textCell(model),
    textCell(new Date(createdAtEpochMs).toISOString().slice(0, 10)),
    textCell(counted(runs.length, 'run')),
    textCell(
      [
        ...parameters.map(({ id, value }) => `${id} ${significantDigits(value)}`),
        ...laws.map(({ band }) => `band of ${lawNoun(band.law)}`),
      ].join(', '),
    ),
  ])
  const headings = ['name', 'model', 'made', 'fitted to', 'parameters'].map(textCell)
  return blocks(
    rows.length === 0
      ? paragraph('There is no calibration in this workspace.')
      : listing('Calibrations of this workspace', headings, rows),
    brokenBlocks(broken),
  )
}
