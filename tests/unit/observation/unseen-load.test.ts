import { describe, expect, it } from 'vitest'
import type { Observation, ObservedFigure, SourceKind } from '../../../src/contracts/observation.ts'
import { isInternalTopic } from '../../../src/observation/internal-topics.ts'
import { mergeReadings } from '../../../src/observation/merge.ts'
import { unseenLoad, unseenLoadQuestions } from '../../../src/observation/unseen-load.ts'
import { observationDocument } from '../../../src/presentation/observation/observation-document.ts'
import { answerObservation } from '../../../src/workbench/observations/answer-observation.ts'
import { locateResources } from '../../../src/workbench/resources.ts'
import { condensed, observationOf } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

/** An observation of two topics, of which the first partition of one has no leader. */
function observedInPart(): Observation {
  const reading = knownReading([evenTopic, { ...evenTopic, name: 'clicks', groups: [] }])
  const topics = reading.topics.map((topic, at) => {
    const isLeaderless = (index: number) => at === 0 && index === 0
    const partitions = topic.partitions.map((each) =>
      isLeaderless(each.index) ? { ...each, leader: -1, first: null, last: null } : each,
    )
    return { ...topic, partitions }
  })
  return { ...observationOf(reading), ...mergeReadings([condensed({ ...reading, topics })]) }
}

const answerOf = async (observation: Observation) => {
  const answered = await answerObservation(observation, locateResources(process.cwd()))
  return { ...observationDocument(answered).answer, verdict: answered.verdict.verdict }
}

const busy: ObservedFigure = { value: 0.99, how: 'measured', source: 'source-1', span: null, relativeError: null }

describe('the answer for a cluster of which partitions could not be seen', () => {
  it('says what was not seen, and that it is for the rest', async () => {
    const { sentence, reason, marks } = await answerOf(observedInPart())
    expect(sentence).toMatch(/^At the peak of the part of the load that was seen: 4 CKUs carry all of it, /)
    expect(reason).toContain(
      'The rest was not seen. 1 of 48 partitions had no leader and could not be read: orders (1).',
    )
    expect(marks).toContain('a part of the load')
    const whole = await answerOf(observationOf(knownReading([evenTopic])))
    expect(whole.sentence).toMatch(/^At the observed peak: /)
    expect(whole.marks).not.toContain('a part of the load')
  })

  it('says so too if it is not known what the cluster runs on', async () => {
    const { sentence, reason } = await answerOf({ ...observedInPart(), deployment: null })
    expect(sentence).toMatch(/^Of the part of the load that was seen: /)
    expect(reason).toContain('1 of 48 partitions had no leader')
  })

  it('proves nothing about a limit by brokers that are busy with a load that was not seen', async () => {
    const full = (observation: Observation) => ({
      ...observation,
      cluster: { ...observation.cluster, brokerCpu: busy },
    })
    expect((await answerOf(full(observationOf(knownReading([evenTopic]))))).verdict).toBe('below')
    expect((await answerOf(full(observedInPart()))).verdict).toBe('not-proven')
  })
})

describe('unseenLoadQuestions()', () => {
  const figure = (value: number): ObservedFigure => ({ ...busy, value })
  const topic = (name: string, averageBytesInPerSec?: number) => {
    const figures = averageBytesInPerSec === undefined ? {} : { averageBytesInPerSec: figure(averageBytesInPerSec) }
    return { name, isInternal: isInternalTopic(name), figures, texts: {} }
  }
  const asked = (topics: Observation['topics'], kind: SourceKind, cluster: Observation['cluster'] = {}) => {
    const source = { id: 'source-1', kind, label: 'source', sha256: null, span: null, notes: [] }
    return unseenLoadQuestions({ topics, cluster, sources: [source] })
  }

  it('asks about topics without a rate, unless metrics lack them because nothing is written to them', () => {
    const topics = [topic('a', 5), topic('b'), topic('c', 0), topic('__consumer_offsets')]
    expect(unseenLoad(asked(topics, 'topic-list'))).toEqual(['No source states what is written to 1 of 3 topics: b.'])
    expect(asked(topics, 'prometheus')).toEqual([])
    expect(asked([topic('a'), topic('b')], 'kcp-state')).toEqual([])
  })

  it('asks about what is written to the cluster and to no known topic', () => {
    const topics = [topic('a', 60e6), topic('b', 20e6)]
    const whole = (value: number, how: ObservedFigure['how'] = 'measured') => {
      return { averageBytesInPerSec: { ...figure(value), how } }
    }
    expect(unseenLoad(asked(topics, 'topic-list', whole(100e6)))).toEqual([
      'The topics with known rates are written at 80 MB/s, but the cluster at 100 MB/s on average.',
    ])
    expect(asked(topics, 'topic-list', whole(85e6))).toEqual([])
    expect(asked(topics, 'topic-list', whole(100e6, 'derived'))).toEqual([])
    expect(asked([topic('a')], 'kcp-state', whole(100e6))).toEqual([])
  })
})
