/**
 * Reads a file with a reading of the cluster that Headroom made earlier.
 */
import { clusterReading } from '../../contracts/cluster-reading.ts'
import { newerRemedy, newerSentence, newerVersionOf } from '../../contracts/newer-version.ts'
import { checkedList, jsonOf, propertyOf } from '../json-source.ts'
import { type ReadingOutcome, refused, type SourceFile } from '../source-reading.ts'
import { condenseReading } from './condense-reading.ts'

/** True for a reading that Headroom wrote. */
export function isClusterReading(text: string): boolean {
  return propertyOf(jsonOf(text), 'kind') === 'headroom.cluster-reading'
}

/** The facts of the reading, or all of its problems. */
export function readClusterReading({ name, sha256, text }: SourceFile): ReadingOutcome {
  const value = jsonOf(text)
  const newer = newerVersionOf(value)
  if (newer !== null) return refused(name, [{ place: name, message: `it ${newerSentence(newer)} ${newerRemedy}` }])
  const { values, problems } = checkedList(clusterReading, [value], name)
  const [reading] = values
  if (reading === undefined) return refused(name, problems)
  return { reading: condenseReading(reading, { label: name, sha256 }), problems: [] }
}
