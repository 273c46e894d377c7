import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offering } from '../../../src/contracts/offering.ts'
import { check } from '../../../src/contracts/parse.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Step = string | number

const folder = new URL('../../../models/', import.meta.url)
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

/** Fields that may be left out, of which any text or number may be right, or whose absence another field explains. */
const optional = new Set(
  'url remark notes tiers tier brokersPerUnit features price burst minMultiZone maxByCloud perUnit max counts weights evidence testsBands testedBands idempotentProducer mostRecordBytes replicationFactor $schema aws azure gcp memoryBytes network volumeBandwidth burstBytesPerSec localDisks capacityBytes memoryBytesPerNode storageBytesPerNode volumes isCensored set relativeTo notCounted byCloud heldOut mostRecordsPerSec clientPortBytesPerSec multipleOf only leftOut defaultVolume hostTable publication firstSight limitedByClient slowerThan unknownLibrary commit changed binding batchCpuUs sentByteCpuNs connectionByteNs replicaByteNs workUnderWay heapBytes burstTimes credits mostMs leastBytesPerSec small bucketBytes bucketBytesPerGib burstBytesPerSecPerGib resilience clientHosts consumePayloadBytesPerSec topicSettings areMadeByKafka clouds perTopic codecs mostPartitions mostConsumerGroups mostRetentionMs caution conditionalLimits leastBatchBytes leastZones'.split(
    ' ',
  ),
)

/** Every place of a file under a step that is always checked. */
function placesOf(value: Json, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path]
  const entries = Array.isArray(value) ? value.map((each, index) => [index, each] as const) : Object.entries(value)
  const own = path.length === 0 ? [] : [path]
  return [...own, ...entries.flatMap(([step, each]) => placesOf(each, [...path, step]))]
}

/** How a file is spoiled at a place: what no schema of an offering takes there. */
const spoilings = ['remove', 'null', 'list-in-list', 'negative', 'misspelt', 'unknown-beside'] as const
type Spoiling = (typeof spoilings)[number]

/** The spoiled file, or null where this spoiling does not apply to the place. */
function spoil(text: string, path: readonly Step[], how: Spoiling): Json | null {
  const root: Json = JSON.parse(text)
  const last = path.at(-1)
  const holder = path.slice(0, -1).reduce<Json>((node, step) => Reflect.get(node as object, step), root)
  if (last === undefined || typeof holder !== 'object' || holder === null) return null
  const value: Json = Reflect.get(holder, last)
  if (Array.isArray(holder)) {
    if (how !== 'null' && how !== 'list-in-list') return null
    holder[Number(last)] = how === 'null' ? null : [[]]
    return root
  }
  const name = String(last)
  switch (how) {
    case 'remove':
      if (optional.has(name) || (name === 'value' && holder.heldOut === 'unseen')) return null
      Reflect.deleteProperty(holder, name)
      return root
    case 'null':
      holder[name] = null
      return root
    case 'list-in-list':
      holder[name] = [[]]
      return root
    case 'negative':
      if (typeof value !== 'number') return null
      holder[name] = -1
      return root
    case 'misspelt':
      Reflect.deleteProperty(holder, name)
      holder[`${name}x`] = value
      return root
    case 'unknown-beside':
      holder.colour = 'red'
      return root
  }
}

/** `limitSets[0].limits[1].unit` as steps. */
function stepsOf(place: string): Step[] {
  return [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index ? Number(index) : (name ?? '')))
}

/** True where a problem is told at the spoiled place, inside it, or at the name that was misspelt or put beside it. */
function isThere(problem: readonly Step[], path: readonly Step[]): boolean {
  const places = [path, [...path.slice(0, -1), `${path.at(-1)}x`], [...path.slice(0, -1), 'colour']]
  return places.some((place) => place.every((step, index) => problem[index] === step))
}

describe('1,000 spoiled models', () => {
  const prepared = files.map((file) => ({ ...file, places: placesOf(JSON.parse(file.text)) }))
  const spoiled = fc
    .tuple(fc.constantFrom(...prepared), fc.nat(), fc.constantFrom(...spoilings))
    .map(([file, at, how]) => {
      const path = file.places[at % file.places.length] ?? []
      return { name: file.name, path, how, value: spoil(file.text, path, how) }
    })
    .filter((each) => each.value !== null && !isFreeKey(each.path) && !isEmptyCell(each))

  it('are each refused with a message at the place that was spoiled', () => {
    fc.assert(
      fc.property(spoiled, ({ value, path }) => {
        const outcome = check(offering, value)
        expect(outcome.ok).toBe(false)
        if (outcome.ok) return
        expect(outcome.problems.every((each) => each.message.length > 10)).toBe(true)
        expect(outcome.problems.some((each) => isThere(stepsOf(each.place), path))).toBe(true)
      }),
      { numRuns: 1000, seed: 2026 },
    )
  })

  it('are valid before they are spoiled', () => {
    for (const { name, text } of files) expect(check(offering, JSON.parse(text)).ok, name).toBe(true)
  })
})

/** Names that the author of a file chooses: scenarios of the evidence, fields that a point changes, clouds, sources of a table. */
function isFreeKey(path: readonly Step[]): boolean {
  const inEvidence = path[0] === 'evidence'
  const isChosen = ['clouds', 'byCloud', 'sources'].includes(String(path.at(-2)))
  return isChosen || (inEvidence && (path[1] === 'scenarios' || path.includes('set')))
}

/** A cell of a table may be empty, where the field of its column may be left out. */
function isEmptyCell({ path, how }: { path: readonly Step[]; how: Spoiling }): boolean {
  return how === 'null' && path.at(-3) === 'rows'
}

describe('rules that involve several fields', () => {
  const shipped = () => JSON.parse(files.find(({ name }) => name === 'redpanda-cloud-byoc.json')?.text ?? '')

  it.each<[string, (model: ReturnType<typeof shipped>) => void, string]>([
    ['a limit without an amount', (model) => delete model.limitSets[0].limits[0].max, 'limitSets[0].limits[0]'],
    ['another unit', (model) => (model.limitSets[0].limits[2].unit = 'bytes/s'), 'limitSets[0].limits[2].unit'],
    [
      'a dimension twice',
      (model) => model.limitSets[1].limits.push(model.limitSets[1].limits[0]),
      'limitSets[1].limits[4].dimension',
    ],
    ['a date twice', (model) => model.limitSets.push({ ...model.limitSets[0] }), 'limitSets[9].asOf'],
    ['sizes that cross', (model) => (model.limitSets[3].sizes.min = 2), 'limitSets[3].sizes.max'],
    [
      'weights on another dimension',
      (model) => (model.limitSets[0].limits[0].weights = { ingress: 1, replication: 0, egress: 0 }),
      'limitSets[0].limits[0].weights',
    ],
    [
      'whole requests of a limit on partitions',
      (model) => (model.limitSets[0].limits[2].counts = 'whole-requests'),
      'limitSets[0].limits[2].counts',
    ],
    [
      'a source of what a limit counts that counts nothing',
      (model) => (model.limitSets[0].limits[0].countsSource = model.limitSets[0].limits[0].source),
      'limitSets[0].limits[0].countsSource',
    ],
    ['a tier without limits', (model) => model.tiers.push({ id: 'tier-10', name: 'Tier 10' }), 'tiers[9].id'],
    ['a tier twice', (model) => model.tiers.push(model.tiers[0]), 'tiers[9].id'],
  ])('refuses %s where it stands', (_what, change, place) => {
    const model = shipped()
    change(model)
    const outcome = check(offering, model)
    expect(outcome.ok ? [] : outcome.problems.map((each) => each.place)).toEqual([place])
  })

  it.each(['record-batches', 'whole-requests', 'unknown'])('takes a limit in bytes/s that counts %s', (counts) => {
    const model = shipped()
    const [ingress] = model.limitSets[0].limits
    Object.assign(ingress, { counts, countsSource: ingress.source })
    expect(check(offering, model).ok).toBe(true)
  })
})
