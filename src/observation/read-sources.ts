/**
 * Recognises what a file is and reads it.
 */
import { type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'
import { isTopicList, readTopicList } from './topic-list.ts'

/** A reader and the test whether a file is for it. */
interface Reader {
  readonly reads: (file: SourceFile) => boolean
  readonly read: (file: SourceFile) => ReadingOutcome
}

/** The first that takes the file reads it. */
const readers: readonly Reader[] = [{ reads: ({ text }) => isTopicList(text), read: readTopicList }]

/** What can be read, for people. */
export const readableFiles =
  'a list of topics (CSV or rows of a spreadsheet, with a column "topic" and others such as "partitions", "messages/s", "in [MB/s]")'

/** Each file read, in the given order. */
export function readSources(files: readonly SourceFile[]): readonly ReadingOutcome[] {
  return files.map((file) => {
    const reader = readers.find(({ reads }) => reads(file))
    if (reader !== undefined) return reader.read(file)
    return refused(file.name, [
      { place: file.name, message: `it is nothing that can be read here: expected ${readableFiles}` },
    ])
  })
}
