/**
 * Reads a file with a reading of the cluster that Headroom made earlier.
 */
import { clusterReading } from '../../contracts/cluster-reading.ts'
import { checkedList, jsonOf, propertyOf } from '../json-source.ts'
import { type ReadingOutcome, refused, type SourceFile } from '../source-reading.ts'
import { condenseReading } from './condense-reading.ts'

/** True for a reading that Headroom wrote. */
export function isClusterReading(text: string): boolean {
  return propertyOf(jsonOf(text), 'kind') === 'headroom.cluster-reading'
}

/** The facts of the reading, or all of its problems. */
export function readClusterReading({ name, sha256, text }: SourceFile): ReadingOutcome {
  const { values, problems } = checkedList(clusterReading, [jsonOf(text)], name)
  const [reading] = values
  if (reading === undefined) return refused(name, problems)
  return { reading: condenseReading(reading, { label: name, sha256 }), problems: [] }
}
