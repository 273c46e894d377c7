/** An imported run with everything that it may hold: what Kafka's own tools printed, laid on a prediction. */
import type { ImportedRunFile } from '../../../src/contracts/run-file.ts'
import { importedFileOf } from '../../../src/contracts/run-file-conversion.ts'
import type { ImportedRecord } from '../../../src/contracts/run-record.ts'
import { importRun } from '../../../src/workbench/imports/import-run.ts'
import { dedicated, whitePaper } from '../capacity/known-files.ts'
import { fixtureRoot } from '../measurement/imports/fixture.ts'

const outputs = ['producer', 'consumer-detailed'].map((name) => `${fixtureRoot}/kafka-4.3.1/${name}.txt`)

export const knownImport: ImportedRecord = {
  ...(await importRun(
    { paths: outputs, scenario: whitePaper, name: 'AWS, host 1' },
    { store: () => ({ insertRun: () => undefined }), offeringOf: async () => dedicated },
  )),
  id: '20261121-120000-impt',
  createdAtEpochMs: Date.UTC(2026, 10, 21, 12),
}

/** The same as a file has it. */
export const knownImportFile: ImportedRunFile = importedFileOf(knownImport)
