/**
 * Recognises what each file is and reads it.
 */
import { isCloudwatchAnswer, queriesOf, readCloudwatchAnswer } from './cloudwatch-metrics.ts'
import { isClusterReading, readClusterReading } from './cluster-reading/kept-reading.ts'
import { isConfluentExport, readConfluentExport } from './confluent-metrics.ts'
import { isJolokiaAnswer, readJolokiaAnswer } from './jolokia-answer.ts'
import { isKcpState, readKcpState } from './kcp-state.ts'
import { isPrometheusAnswer, readPrometheusAnswer } from './prometheus-answer.ts'
import { type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'
import { isTopicList, readTopicList } from './topic-list.ts'

/** A reader and the test whether a file is for it. */
interface Reader {
  readonly reads: (text: string) => boolean
  /** `companions`: the files that no reader takes alone. */
  readonly read: (file: SourceFile, companions: readonly SourceFile[]) => ReadingOutcome
}

/** The first that takes the file reads it. */
const readers: readonly Reader[] = [
  { reads: isClusterReading, read: readClusterReading },
  { reads: isPrometheusAnswer, read: readPrometheusAnswer },
  { reads: isJolokiaAnswer, read: readJolokiaAnswer },
  { reads: isCloudwatchAnswer, read: readCloudwatchAnswer },
  { reads: isKcpState, read: readKcpState },
  { reads: isConfluentExport, read: readConfluentExport },
  { reads: isTopicList, read: readTopicList },
]

/** What can be read, for people. */
const readableFiles =
  'a list of topics (a heading with a column "topic" and others such as "partitions", "messages/s", "in [MB/s]"), the export of Confluent\u2019s metrics, the output of aws cloudwatch get-metric-data, kcp-state.json, or answers of Prometheus or Jolokia'

/** Each file read, in the given order. Files of CloudWatch queries belong to the answers beside them. */
export function readSources(files: readonly SourceFile[]): readonly ReadingOutcome[] {
  const companions = files.filter(({ text }) => queriesOf(text) !== null)
  const sources = files.filter((file) => !companions.includes(file))
  if (sources.length === 0) {
    return companions.map(({ name }) =>
      refused(name, [{ place: name, message: 'it has queries of CloudWatch; give the answer to them too' }]),
    )
  }
  return sources.map((file) => {
    const reader = readers.find(({ reads }) => reads(file.text))
    if (reader !== undefined) return reader.read(file, companions)
    return refused(file.name, [
      { place: file.name, message: `it is nothing that can be read here: expected ${readableFiles}` },
    ])
  })
}
