/**
 * Imports the outputs of another tool: reads the files, recognises the tool, sums up its clients, compares the result
 * with a prediction, and stores the run.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ImportColumn } from '../../contracts/import-columns.ts'
import { type ImportRequest, importRequest } from '../../contracts/import-request.ts'
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import { fixedFieldsOfImport, type ImportedRecord, importedRecord } from '../../contracts/run-record.ts'
import type { Outputs } from '../../contracts/samples-or-outputs.ts'
import { parseOutput } from '../../measurement/imports/parse-outputs.ts'
import { intervalsOf, meanFigures, sumParts } from '../../measurement/imports/sum-parts.ts'
import { counted } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'
import type { Store } from '../store/store.ts'
import { newRecordId } from '../validation/record-id.ts'
import { type ComparedScenario, type ComparisonServices, predictionFor, withComparison } from './compare-import.ts'
import { type OutputFile, readOutputs } from './read-outputs.ts'

/** Services that an import uses. */
export interface ImportServices extends ComparisonServices {
  store(): Pick<Store, 'insertRun'>
}

/**
 * Imports a run and stores it in the workspace.
 * @throws AppError INPUT_INVALID with every problem of every file and its line, OFFERING_INVALID or STORE_UNUSABLE.
 * Nothing is stored then.
 */
export async function importRun(request: ImportRequest, services: ImportServices): Promise<ImportedRecord> {
  const what = 'The import request'
  const checkedRequest = parseOrThrow(importRequest, request, { code: 'INPUT_INVALID', what, remedy: 'Correct it.' })
  const files = parseAll(await readOutputs(checkedRequest.paths), checkedRequest.columns ?? [])
  const compared = await predictionFor(checkedRequest.scenario ?? null, services)
  const run = runOf(files, checkedRequest, compared)
  const remedy = 'Check the numbers in the files. Nothing was imported.'
  const checked = parseOrThrow(importedRecord, run, { code: 'INPUT_INVALID', what: 'The imported run', remedy })
  services.store().insertRun(checked)
  return checked
}

/** A file with the clients that it describes. */
interface ParsedFile extends OutputFile {
  readonly parts: ImportedClient[]
}

function runOf(files: readonly ParsedFile[], request: ImportRequest, compared: ComparedScenario): ImportedRecord {
  const parts = partsOf(files)
  const repeats = repeatsOf(files, request.areRepeats === true).map((filesOfRepeat) => {
    return { parts: partsOf(filesOfRepeat), figures: sumParts(partsOf(filesOfRepeat)) }
  })
  const figuresOfRepeats = repeats.map(({ figures }) => figures)
  const [figures, intervals] = [meanFigures(figuresOfRepeats), intervalsOf(figuresOfRepeats)]
  const isPartial = parts.some((part) => part.isCutOff)
  const now = new Date()
  const observations: Outputs = {
    kind: 'outputs',
    files: files.map(({ file }) => file),
    ...{ repeats, figures, intervals, windows: null, toolVersion: null },
  }
  const withoutScenario: ImportedRecord = {
    ...fixedFieldsOfImport,
    id: newRecordId(now),
    createdAtEpochMs: now.getTime(),
    status: isPartial ? 'partial' : 'complete',
    name: request.name ?? compared.scenario?.name ?? defaultName(parts, files),
    label: `imported from ${toolsText(parts)}`,
    observations,
    ...{ scenario: null, offering: null, prediction: null, notes: [], overlay: null },
  }
  return withComparison(withoutScenario, compared)
}

function partsOf(files: readonly ParsedFile[]): ImportedClient[] {
  return files.flatMap(({ parts }) => parts)
}

function parseAll(files: readonly OutputFile[], columns: readonly ImportColumn[]): ParsedFile[] {
  const parsed = files.map((file) => ({ file, ...parseOutput(file.output, columns) }))
  const problems = parsed.flatMap((each) => each.problems)
  if (problems.length === 0) return parsed.map(({ file, parts }) => ({ ...file, parts }))
  const count = counted(problems.length, 'problem')
  throw new AppError('INPUT_INVALID', `The files cannot be imported: ${count}.`, {
    problems,
    remedy: 'Correct or remove those lines, or leave the file out. Nothing was imported.',
  })
}

/**
 * Groups files by repetition. If the files are repetitions, each folder is one, or each file if all are in one folder.
 * Otherwise all files are one run.
 */
function repeatsOf(files: readonly ParsedFile[], areRepeats: boolean): ParsedFile[][] {
  if (!areRepeats) return [[...files]]
  const folders = [...new Set(files.map(({ folder }) => folder))]
  if (folders.length === 1) return files.map((file) => [file])
  return folders.map((folder) => files.filter((file) => file.folder === folder))
}

function toolsText(parts: readonly ImportedClient[]): string {
  return joinNames([...new Set(parts.map(({ tool }) => tool))])
}

function defaultName(parts: readonly ImportedClient[], files: readonly OutputFile[]): string {
  const [first] = files
  const more = files.length > 1 ? ` and ${files.length - 1} more` : ''
  return `${toolsText(parts)}: ${first?.file.name ?? ''}${more}`.slice(0, 200)
}
