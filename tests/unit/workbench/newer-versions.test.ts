/**
 * Files and records that a newer Headroom wrote: the error gives both versions and says what to do. Runs have tests of their own.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../../src/observation/read-sources.ts'
import { readCampaignRecord } from '../../../src/workbench/campaigns/read-campaign-record.ts'
import { readObservationFile } from '../../../src/workbench/observations/read-observation-file.ts'
import { observationOf } from '../observation/known-observation.ts'
import { knownReading, ordersTopic } from '../observation/known-reading.ts'
import { lateRefusal, refusal } from '../refusal.ts'
import { exampleCampaign } from './example-campaign.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()
const reading = knownReading([ordersTopic])
const observation = observationOf(reading)
/** A version and a field that this Headroom does not know. */
const later = { schemaVersion: 99, weather: 'fine' }

function fileOf(name: string, value: unknown): string {
  const path = join(stores.workspace, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}

describe('a file of a newer Headroom', () => {
  it.each([
    ['alone', { ...observation, ...later }],
    ['in its report', { observation: { ...observation, ...later }, scenario: {} }],
  ])('with an observation, %s, is refused with both versions', async (_, value) => {
    const error = await lateRefusal(readObservationFile(fileOf('later.json', value)))
    expect(error.message).toMatch(/newer Headroom: it has version 99, and this one reads version 2\.$/)
    expect([error.code, error.problems]).toEqual(['INPUT_INVALID', []])
    expect(error.toData().remedy).toMatch(/update this one/)
  })

  it('with an observation of this version is read, alone and in its report', async () => {
    expect(await readObservationFile(fileOf('own.json', observation))).toEqual(observation)
    const report = fileOf('report.json', { observation, scenario: {} })
    expect(await readObservationFile(report)).toEqual(observation)
  })

  it('with a reading of a cluster is refused with both versions and what to do, as the only problem', () => {
    const [outcome] = readSources([{ name: 'read.json', sha256: null, text: JSON.stringify({ ...reading, ...later }) }])
    expect(outcome?.problems).toEqual([
      {
        place: 'read.json',
        message:
          'it was written by a newer Headroom: it has version 99, and this one reads version 1. Open it with the Headroom that wrote it, or update this one. Nothing was changed.',
      },
    ])
  })

  it('with a campaign is refused with both versions', async () => {
    const error = await lateRefusal(
      readCampaignRecord(fileOf('campaign.json', { ...exampleCampaign('one'), ...later })),
    )
    expect(error.message).toMatch(/newer Headroom: it has version 99, and this one reads version 1\.$/)
  })
})

describe('a record of a newer Headroom in the workspace', () => {
  it('is not called damaged: the error gives both versions and says what to do', () => {
    const store = stores.open()
    store.insertObservation(Object.assign(structuredClone(observation), later))
    store.insertCampaign(Object.assign(structuredClone(exampleCampaign('one')), later))
    for (const work of [() => store.readObservation(observation.id), () => store.readCampaign('one')]) {
      const error = refusal(work)
      expect([error.code, error.problems]).toEqual(['STORE_NEWER', []])
      expect(error.message).toMatch(
        /^In the workspace, .* newer Headroom: it has version 99, and this one reads version/,
      )
      expect(error.toData().remedy).toMatch(/update this one/)
    }
  })

  it('is named in the list of observations, which has the others', () => {
    const store = stores.open()
    store.insertObservation(observation)
    store.insertObservation(Object.assign(structuredClone(observation), { ...later, id: 'late' }))
    expect(store.listObservations()).toMatchObject([
      { id: observation.id, name: observation.name },
      { id: 'late', problem: expect.stringMatching(/^In the workspace, observation late .* newer Headroom/) },
    ])
  })
})
