import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { readCampaign } from '../../../src/workbench/campaigns/read-campaign.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
beforeEach(async () => {
  await cp('examples/first.headroom.json', join(folder.path, 'first.headroom.json'))
})

async function read(value: object) {
  const path = join(folder.path, 'steps.campaign.json')
  const common = { kind: 'headroom.campaign', schemaVersion: 1, name: 'steps', scenario: 'first.headroom.json' }
  await writeFile(path, JSON.stringify({ ...common, ...value }))
  return readCampaign(path)
}

/** The problems of a campaign file, as lines. */
async function problemsOf(value: object): Promise<string[]> {
  const refusal = await read(value).catch((error: unknown) => error)
  if (!(refusal instanceof AppError)) throw new Error('nothing was refused')
  expect(refusal.code).toBe('CAMPAIGN_INVALID')
  return refusal.problems.map(({ place, message }) => `${place}: ${message}`)
}

const ladder = { kind: 'ladder', loadFactors: [0.5, 1] }

describe('a campaign file', () => {
  it('names its scenario by a path relative to its own', async () => {
    const { scenario, repeats } = await read({ method: ladder })
    expect([scenario.name, repeats]).toEqual(['First look: orders on one CKU', 1])
  })

  it('may name the JSON Schema that an editor checks it with', async () => {
    const { $schema } = await read({ method: ladder, $schema: 'campaign.schema.json' })
    expect($schema).toBe('campaign.schema.json')
  })

  it('is refused with its own problems together with those of its scenario', async () => {
    const scenario = {
      kind: 'headroom.scenario',
      schemaVersion: 1,
      name: 'x',
      workload: {},
      deployment: { offering: 'x' },
    }
    const problems = await problemsOf({ method: { kind: 'ladder', loadFactors: [] }, repeats: 0, scenario })
    for (const place of ['method.loadFactors', 'repeats', 'scenario.workload.topics', 'scenario.deployment.size']) {
      expect(problems.some((problem) => problem.startsWith(`${place}: `))).toBe(true)
    }
  })

  it('with a wrong field names the line of the field', async () => {
    const path = join(folder.path, 'lines.campaign.json')
    const lines = [
      '{ "kind": "headroom.campaign",',
      '  "schemaVersion": 1, "name": "steps", "scenario": "first.headroom.json",',
      '  "repeats": 0,',
      '  "method": { "kind": "sweep",',
      '    "fields": [',
      '      { "path": "workload.topics.0.partitons", "values": [1] } ] } }',
    ]
    await writeFile(path, lines.join('\n'))
    const refusal = await readCampaign(path).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ problems: [{ place: 'repeats', message: expect.stringMatching(/, line 3$/) }] })
    await writeFile(path, lines.join('\n').replace('"repeats": 0', '"repeats": 1'))
    const unknownField = await readCampaign(path).catch((error: unknown) => error)
    expect(unknownField).toMatchObject({ problems: [{ message: expect.stringMatching(/, line 6$/) }] })
  })

  it('is refused because of a missing scenario, with all other problems', async () => {
    const problems = await problemsOf({ method: ladder, repeats: 0, scenario: 'nowhere.headroom.json' })
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^scenario: The scenario .*nowhere/)
    expect(problems[1]).toMatch(/^repeats: /)
  })

  it.each([
    [
      'a path that no scenario has',
      [{ path: 'workload.topics.0.partitons', values: [1] }],
      'workload.topics.0.partitions',
    ],
    [
      'a value that the field does not take',
      [{ path: 'workload.topics.0.partitions', values: '0..3' }],
      'method.fields[0]',
    ],
    ['a text that is no list', [{ path: 'workload.topics.0.partitions', values: '9..3' }], 'a range must go upwards'],
    ['an offering', [{ path: 'deployment.offering', values: 'a,b' }], 'stays on one offering'],
  ])('is refused because of %s', async (_what, fields, sentence) => {
    expect((await problemsOf({ method: { kind: 'sweep', fields } })).join('\n')).toContain(sentence)
  })

  it('is refused with all wrong fields, each once', async () => {
    const fields = [
      { path: 'workload.topics.0.partitons', values: [1, 2, 3] },
      { path: 'workload.producers.0.acks', values: ['1', 'some'] },
    ]
    const problems = await problemsOf({ method: { kind: 'sweep', fields } })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['method.fields[0]', 'method.fields[1]'])
  })

  it('cannot ask for days of runs', async () => {
    const fields = [
      { path: 'workload.topics.0.partitions', values: '1..100' },
      { path: 'deployment.size', values: '1..20' },
    ]
    expect(await problemsOf({ method: { kind: 'sweep', fields } })).toEqual([
      'method: expected at most 1000 runs; this campaign would make 2000, line 1',
    ])
  })
})
