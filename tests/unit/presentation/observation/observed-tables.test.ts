import { describe, expect, it } from 'vitest'
import type { ObservedTopic } from '../../../../src/contracts/observation.ts'
import type { FieldProvenance } from '../../../../src/contracts/provenance.ts'
import type { Section } from '../../../../src/presentation/document.ts'
import { observationDocument } from '../../../../src/presentation/observation/observation-document.ts'
import { provenanceSection } from '../../../../src/presentation/observation/provenance-section.ts'
import { topicsSection } from '../../../../src/presentation/observation/topics-section.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintTerminalBlocks } from '../../../../src/presentation/painters/terminal-painter.ts'
import { growingObservation } from '../known-observation.ts'

/** The lines of a section, as a wide terminal has them. */
const linesOf = ({ blocks }: Section) => paintTerminalBlocks(blocks, 250).split('\n')

describe('the table of topics', () => {
  it('tells a topic to which nothing is written from one whose rate is not known', () => {
    const { observation } = growingObservation(28, 0.3)
    const [topic] = observation.topics
    const rate = topic?.figures.averageRecordsInPerSec
    if (topic === undefined || rate === undefined) throw new Error('The observation has a topic with a rate.')
    const none: ObservedTopic = { ...topic, name: 'unseen', figures: {} }
    const idle: ObservedTopic = { ...none, name: 'idle', figures: { averageRecordsInPerSec: { ...rate, value: 0 } } }
    const lines = linesOf(topicsSection({ ...observation, topics: [topic, none, idle] }))
    expect(lines.find((line) => /^ *unseen /.test(line))).toMatch(/rate not known$/)
    expect(lines.find((line) => /^ *idle /.test(line))).toMatch(/no traffic seen$/)
  })
})

describe('the table of provenance', () => {
  const known = { how: 'measured', source: 'source-1', span: null, relativeError: 0 } as const
  const fieldsOf = (provenance: readonly FieldProvenance[]) => {
    return linesOf(provenanceSection({ provenance })).flatMap((line) => /workload\S.*?(?= {2})/.exec(line)?.[0] ?? [])
  }
  const partitionsOf = (indexes: readonly number[]) => {
    return indexes.map((index) => ({ field: `workload.topics[${index}].partitions`, ...known }))
  }

  it('has one row for fields that differ in their entry only, and counts each of them', () => {
    const provenance: FieldProvenance[] = [
      ...partitionsOf([0, 1]),
      { field: 'workload.topics[2].partitions', ...known, how: 'assumed', source: null },
      ...partitionsOf([3, 4, 6]),
      { field: 'workload.topics[3].retentionMs', ...known },
      { field: 'workload.producers[3].partitions', ...known },
      { field: 'workload.clientFamily', ...known },
    ]
    expect(fieldsOf(provenance)).toEqual([
      'workload.topics[0–1, 3–4, 6].partitions',
      'workload.topics[2].partitions',
      'workload.topics[3].retentionMs',
      'workload.producers[3].partitions',
      'workload.clientFamily',
    ])
    expect(linesOf(provenanceSection({ provenance })).join(' ')).toMatch(
      /8 fields are measured, 0 derived and 1 assumed/,
    )
  })

  it('wraps long fields after a dot in HTML, so that no name is broken', () => {
    const { observation, ...answered } = growingObservation(28, 0.3)
    const page = paintHtml(observationDocument({ ...answered, observation }))
    expect(page).toContain('<code>workload.<wbr>topics[0].<wbr>minInsyncReplicas</code>')
  })

  it('names at most ten ranges in a row', () => {
    const [row] = fieldsOf(partitionsOf(Array.from({ length: 12 }, (_, index) => 2 * index)))
    expect(row).toBe('workload.topics[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, …].partitions')
  })
})

it('the scenario is folded away, because it has an entry for each topic, and printed reports leave out what is folded', () => {
  const { sections } = observationDocument(growingObservation(28, 0.3))
  const code = sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'code')
  expect(code).toEqual([{ kind: 'code', title: 'The scenario', text: expect.stringContaining('"headroom.scenario"') }])
})
