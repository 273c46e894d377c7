/**
 * Recognises the format of each file and reads it.
 */
import { isCloudwatchAnswer, queriesOf, readCloudwatchAnswer } from './cloudwatch-metrics.ts'
import { isClusterReading, readClusterReading } from './cluster-reading/read-kept-reading.ts'
import { isConfluentExport, readConfluentExport } from './confluent-metrics.ts'
import { isJolokiaAnswer, readJolokiaAnswer } from './jolokia-metrics.ts'
import { isPrometheusAnswer, isPrometheusError, readPrometheusAnswer } from './prometheus-metrics.ts'
import { isKcpState, readKcpState } from './read-kcp-state.ts'
import { type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'
import { isTopicList, readTopicList } from './topic-list.ts'

/** A reader of one format, and the test that recognises the format. */
interface Reader {
  readonly recognises: (text: string) => boolean
  /** `companions`: files that only make sense beside another one, such as queries. */
  readonly read: (file: SourceFile, companions: readonly SourceFile[]) => ReadingOutcome
}

/** The first reader that recognises a file reads it. */
const readers: readonly Reader[] = [
  { recognises: isClusterReading, read: readClusterReading },
  { recognises: isPrometheusAnswer, read: readPrometheusAnswer },
  { recognises: isJolokiaAnswer, read: readJolokiaAnswer },
  { recognises: isCloudwatchAnswer, read: readCloudwatchAnswer },
  { recognises: isKcpState, read: readKcpState },
  { recognises: isConfluentExport, read: readConfluentExport },
  { recognises: isPrometheusError, read: readPrometheusAnswer },
  { recognises: isTopicList, read: readTopicList },
]

/** The readable formats in a sentence for users. */
const readableFiles =
  'a list of topics (a heading with a column "topic" and others such as "partitions", "messages/s", "in [MB/s]"), the export of Confluent\u2019s metrics, the output of aws cloudwatch get-metric-data, kcp-state.json, or responses of Prometheus or Jolokia'

/** Reads the files in the given order. Files of CloudWatch queries are read with the responses they belong to. */
export function readSources(files: readonly SourceFile[]): readonly ReadingOutcome[] {
  const companions = files.filter(({ text }) => queriesOf(text) !== null)
  const sources = files.filter((file) => !companions.includes(file))
  if (sources.length === 0) {
    return companions.map(({ name }) =>
      refused(name, [{ place: name, message: 'it has CloudWatch queries only; give their response too' }]),
    )
  }
  return sources.map((file) => {
    const reader = readers.find(({ recognises }) => recognises(file.text))
    if (reader !== undefined) return reader.read(file, companions)
    return refused(file.name, [{ place: file.name, message: `${unknownFormat(file.text)}; expected ${readableFiles}` }])
  })
}

/** Says what a file is. It is never quoted, because a wrong file may have secrets in any line. */
function unknownFormat(text: string): string {
  const begin = text
    .slice(0, 10_000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  const [line = ''] = begin.split(/[\r\n]/)
  if (begin === '') return 'it is empty'
  if (/^<(?:!doctype|html)/i.test(begin)) return 'it is a web page'
  if (/^Topic: \S+\t/.test(line)) return 'it is what kafka-topics --describe prints, which has no rates'
  if (/^[[{]/.test(begin)) return 'it is JSON of a kind that is not known'
  if (/^[\w.-]+ ?=/.test(line)) return 'it is a list of settings, not of topics'
  const columns = line.split(/[,;\t]/).length
  return columns > 1 ? `its first line has ${columns} columns, and none is "topic"` : 'its format is not known'
}
