import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runText } from '../../../../src/cli/run-text.ts'
import { guardedTerminal } from '../../../../src/cli/terminal/terminal.ts'
import { AppError } from '../../../../src/contracts/app-error.ts'
import { importColumn } from '../../../../src/contracts/import-columns.ts'
import { type ImportedRecord, importedRecord } from '../../../../src/contracts/run-record.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { importDocument } from '../../../../src/presentation/run/import-document.ts'
import { importRun } from '../../../../src/workbench/imports/import-run.ts'
import { createRandom, type Random } from '../../../long/mutations.ts'
import { dedicated } from '../../capacity/known-files.ts'
import { memoryTerminal } from '../../cli/memory-terminal.ts'
import { fixtureRoot } from '../../measurement/imports/fixture.ts'
import { readMarkup } from '../../presentation/painters/markup-reader.ts'

/** Mutated files, and the seed that makes them: the same files each time. */
const fileCount = 5_000
const seed = 20_261_121

/** Ends every element and attribute that it could stand in. */
const hostile = `</title></style><script>alert(1)</script><img src=x onerror="alert(1)">'&\u001b]0;x\u0007\u009b2J`
const hostileFileName = '<img src=x onerror=alert(1)>"\'&\u001b[2J.txt'
/** As the file is called wherever it is shown: no control character of its name is left. */
const shownFileName = hostileFileName.replace('\u001b', '\uFFFD')

const outputs = readdirSync(fixtureRoot, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:txt|json)$/.test(path))
  .map((path) => readFileSync(`${fixtureRoot}/${path}`))
  // Larger ones would take the time of all others, and are among the huge files in their way.
  .filter(({ length }) => length < 20_000)
const csv = Buffer.from('seconds,"in, MiB/s"\n10,30.5\n30,10\n')
const columns = [
  { field: 'ingressPayloadBytesPerSec', header: 'in, MiB/s', factor: 2 ** 20 },
  { field: 'durationMs', header: 'seconds', factor: 1_000 },
].map((column) => importColumn.parse(column))

type Mutation = (bytes: Buffer, random: Random) => Buffer

/** Any place of a file, and a random piece from there. */
function replaced(bytes: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + random(4))])
}

/** Put in place of one of the file's own words, where a name may stand. */
function inPlaceOfWord(bytes: Buffer, random: Random, piece: string): Buffer {
  const words = bytes.toString('utf8').split(/(\w+)/)
  words[1 + 2 * random(Math.max(1, (words.length - 1) >> 1))] = piece
  return Buffer.from(words.join(''))
}

const mutations: readonly Mutation[] = [
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random(bytes.length + 1)),
  (bytes, random) => replaced(bytes, random, Buffer.from([random(256), random(256), random(256)])),
  (bytes, random) => replaced(bytes, random, Buffer.from(hostile)),
  (bytes, random) => inPlaceOfWord(bytes, random, JSON.stringify(hostile).slice(1, -1)),
  (bytes, random) => inPlaceOfWord(bytes, random, String(10 ** random(400))),
  (bytes, random) =>
    inPlaceOfWord(bytes, random, ['-1', 'NaN', '0', '1e308', 'null', '{}', '9'.repeat(400)][random(7)] ?? ''),
  // Wrong or unusual encodings: UTF-16 with its mark and without, Latin-1, a mark of UTF-8, NUL.
  (bytes) => Buffer.from(`\uFEFF${bytes.toString('utf8')}`, 'utf16le'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.from(`${bytes.toString('utf8')}é ü µ`, 'latin1'),
  (bytes) => Buffer.from(`\uFEFF${bytes.toString('utf8')}`),
  (bytes, random) => replaced(bytes, random, Buffer.from([0])),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r')),
  (bytes, random) => Buffer.concat(new Array<Buffer>(1 + random(4)).fill(bytes)),
  (bytes, random) => replaced(bytes, random, Buffer.alloc(20_000, 'x')),
]

/** Now and then a file of a megabyte: many lines, one endless line, deeply nested JSON. */
const hugeFiles: readonly ((bytes: Buffer) => Buffer)[] = [
  (bytes) => Buffer.concat(new Array<Buffer>(Math.ceil(1e6 / (bytes.length + 1))).fill(bytes)),
  (bytes) =>
    Buffer.from(
      bytes
        .toString('utf8')
        .replace(/\n/g, ' ')
        .repeat(Math.ceil(1e6 / (bytes.length + 1))),
    ),
  () => Buffer.from(`{"publishRate":${'['.repeat(5e5)}${']'.repeat(5e5)}}`),
]

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-mutated-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What came of a file: the run, or the problems that were told. */
async function imported(name: string, bytes: Buffer): Promise<ImportedRecord | AppError> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const kept: unknown[] = []
  const store = () => ({ insertRun: (run: unknown) => void kept.push(run) })
  const outcome: unknown = await importRun(
    { paths: [path], columns },
    { store, offeringOf: async () => dedicated },
  ).catch((error: unknown) => error)
  if (outcome instanceof AppError) {
    expect(kept).toEqual([])
    return outcome
  }
  expect(kept).toEqual([outcome])
  return importedRecord.parse(outcome)
}

/** Elements that run or load something, and attributes that do. */
function dangerIn(html: string): string[] {
  return readMarkup(html).elements.flatMap(({ name, attributes }) => [
    ...(['script', 'iframe', 'object', 'embed', 'img', 'link'].includes(name) ? [name] : []),
    ...[...attributes.keys()].filter((attribute) => attribute.startsWith('on')),
  ])
}

/** Tags that are neither code nor escaped. */
function markupIn(markdown: string): string[] {
  const prose = markdown.replace(/(`+)[^`][\s\S]*?\1/g, '')
  return prose.match(/(?<!\\)<[a-z/!][^\n]{0,40}/gi) ?? []
}

/** What a terminal would be sent, and would obey. */
function sequencesIn(run: ImportedRecord): string[] {
  const terminal = memoryTerminal()
  guardedTerminal(terminal).out(runText(run, 80))
  return terminal.stdout.match(/(?!\n)\p{Cc}/gu) ?? []
}

describe(`${fileCount} files that were damaged in every way`, () => {
  it('are each imported rightly or refused with a place, and bring no markup into a report', async () => {
    const random = createRandom(seed)
    const counts = { imported: 0, refused: 0 }
    for (let index = 0; index < fileCount; index += 1) {
      const source = random(10) === 0 ? csv : (outputs[random(outputs.length)] ?? csv)
      const chosen = mutations[index % mutations.length]
      const bytes = index % 250 === 0 ? hugeFiles[random(hugeFiles.length)]?.(source) : chosen?.(source, random)
      const name = index % 3 === 0 ? hostileFileName : 'output.txt'
      const outcome = await imported(name, bytes ?? source)
      if (outcome instanceof AppError) {
        counts.refused += 1
        expect(outcome.code).toBe('INPUT_INVALID')
        expect(outcome.problems.length).toBeGreaterThan(0)
        for (const { place, message } of outcome.problems) {
          expect(place.startsWith(name === hostileFileName ? shownFileName : name)).toBe(true)
          expect(message.length).toBeGreaterThan(0)
        }
        continue
      }
      counts.imported += 1
      const document = importDocument(outcome)
      expect(dangerIn(paintHtml(document))).toEqual([])
      // Every kind of damage and of name comes by here too: the rounds of neither are multiples of eight.
      if (index % 8 !== 0) continue
      expect(markupIn(paintMarkdown(document))).toEqual([])
      expect(sequencesIn(outcome)).toEqual([])
    }
    // Neither is everything refused nor everything taken.
    expect(counts.imported).toBeGreaterThan(fileCount / 10)
    expect(counts.refused).toBeGreaterThan(fileCount / 10)
  }, 300_000)
})
