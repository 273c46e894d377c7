/** An imported run with everything that it may hold: what Kafka's own tools printed, laid on a prediction. */
import type { ImportedRun } from '../../../src/contracts/imported-run.ts'
import { importRun } from '../../../src/workbench/imports/import-run.ts'
import { dedicated, whitePaper } from '../capacity/known-files.ts'
import { fixtureRoot } from '../measurement/imports/fixture.ts'

const outputs = ['producer', 'consumer-detailed'].map((name) => `${fixtureRoot}/kafka-4.3.1/${name}.txt`)

export const knownImport: ImportedRun = {
  ...(await importRun(
    { paths: outputs, scenario: whitePaper, name: 'AWS, host 1' },
    { store: () => ({ insertRun: () => undefined }), offeringOf: async () => dedicated },
  )),
  id: '20261121-120000-impt',
  createdAtEpochMs: Date.UTC(2026, 10, 21, 12),
}
