import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { lineOfPlace, linesOfPlaces } from '../../../src/workbench/files/lines-of-places.ts'
import { loadModels } from '../../../src/workbench/sizing/offerings.ts'
import { checkModel, readOwnModel, saveModel } from '../../../src/workbench/sizing/own-models.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const modelsPath = join(process.cwd(), 'models')
const workspace = temporaryFolder()
let places = { modelsPath, ownModelsPath: '' }
let text = ''

beforeEach(async () => {
  places = { modelsPath, ownModelsPath: join(workspace.path, 'models') }
  const shipped: unknown = JSON.parse(await readFile(join(modelsPath, 'redpanda-cloud-serverless.json'), 'utf8'))
  text = JSON.stringify({ ...(shipped as object), id: 'ours' }, null, 2)
})

/** Number from 1 of the first line that holds a text. */
const lineWith = (part: string, of = text): number => of.split('\n').findIndex((line) => line.includes(part)) + 1

describe('the places of a JSON text', () => {
  it('are found on their lines, for any content of strings', () => {
    const json = '{\n "a": "}],\\"{",\n "b": [\n  1,\n  {"c": null}\n ],\n "d": {}\n}'
    expect(Object.fromEntries(linesOfPlaces(json))).toEqual({
      '': 1,
      a: 2,
      b: 3,
      'b[0]': 4,
      'b[1]': 5,
      'b[1].c': 5,
      d: 7,
    })
  })

  it('are found behind a text of 20 MB', () => {
    const json = `{"a": "${'x\\n'.repeat(7_000_000)}",\n "b": 1}`
    expect(Object.fromEntries(linesOfPlaces(json))).toEqual({ '': 1, a: 1, b: 2 })
  })

  it('fall back on what is around them', () => {
    const lines = linesOfPlaces('{\n "b": [\n  {\n  "c": 1}]}')
    expect(lineOfPlace(lines, 'b[0].missing.more')).toBe(3)
    expect(lineOfPlace(lines, 'b[7]')).toBe(2)
    expect(lineOfPlace(lines, 'nothing')).toBe(1)
  })
})

describe('a model as it is typed', () => {
  it('is an offering if it has no problems', async () => {
    const checked = await checkModel(text, places)
    expect(checked.problems).toEqual([])
    expect(checked.offering?.id).toBe('ours')
  })

  it('has every problem on its line', async () => {
    const wrong = text.replace('"vendor":', '"vendr":').replace(/"asOf": "[^"]*"/, '"asOf": 7')
    const { problems, offering } = await checkModel(wrong, places)
    expect(offering).toBeNull()
    expect(problems.find(({ place }) => place === 'vendr')?.line).toBe(lineWith('"vendr"', wrong))
    expect(problems.find(({ place }) => place.endsWith('asOf'))?.line).toBe(lineWith('"asOf": 7', wrong))
    const order = problems.map(({ line }) => line)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })

  it('says where it is not valid JSON', async () => {
    const cut = text.replace('"vendor"', 'vendor')
    const { problems } = await checkModel(cut, places)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.line).toBe(lineWith(' vendor:', cut))
  })

  it('names each published figure whose configuration is no scenario, on its line', async () => {
    const hosts = JSON.parse(await readFile(join(modelsPath, 'apache-kafka-on-hosts.json'), 'utf8'))
    hosts.evidence.points[2].set = { ...hosts.evidence.points[2].set, 'workload.topics.0.partitions': -1 }
    const own = JSON.stringify({ ...hosts, id: 'ours' }, null, 2)
    const { problems, offering } = await checkModel(own, places)
    expect(offering).toBeNull()
    expect(problems).toMatchObject([{ place: 'evidence.points[2]', message: expect.stringContaining('partitions') }])
    const from = lineWith(`"id": "${hosts.evidence.points[2].id}"`, own)
    expect(Math.abs((problems[0]?.line ?? 0) - from)).toBeLessThan(3)
  })

  it('replaces a model that comes with Headroom, unless it is older', async () => {
    const replacing = text.replace('"id": "ours"', '"id": "redpanda-cloud-serverless"')
    expect((await checkModel(replacing, places)).problems).toEqual([])
    const older = replacing.replace(/"20\d\d-\d\d(-\d\d)?"/g, '"2019-05"')
    const { problems } = await checkModel(older, places)
    expect(problems).toMatchObject([{ place: 'limitSets', line: lineWith('"limitSets"', older) }])
  })
})

describe('a model that is kept', () => {
  it('can be used for sizing, and is returned as it was typed', async () => {
    const { id, path } = await saveModel(text, places)
    expect(id).toBe('ours')
    expect(await readFile(path, 'utf8')).toBe(`${text}\n`)
    expect((await loadModels(places)).offerings.map((each) => each.id)).toContain('ours')
    expect(await readOwnModel('ours', places)).toBe(`${text}\n`)
    expect(await readOwnModel('confluent-cloud-dedicated', places)).toBeNull()
  })

  it('is refused with its problems, and nothing is written', async () => {
    await expect(saveModel('{}', places)).rejects.toMatchObject({ code: 'OFFERING_INVALID' })
    expect(await readOwnModel('ours', places)).toBeNull()
  })
})
