import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'

const columns = [
  { field: 'ingressPayloadBytesPerSec', header: 'in, MiB/s', factor: 2 ** 20 },
  { field: 'egressWireBytesPerSec', header: 'out', factor: 1 },
  { field: 'durationMs', header: 'seconds', factor: 1000 },
] as const

/** Imports the text of a CSV file `rates.csv` with three named columns. */
export function parseRates(text: string): ReturnType<typeof parseOutput> {
  return parseOutput({ name: 'rates.csv', text }, columns)
}
