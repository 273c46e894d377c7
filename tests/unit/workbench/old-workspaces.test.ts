import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { runText } from '../../../src/cli/run-text.ts'
import { defaultReportOptions } from '../../../src/contracts/report-options.ts'
import { fileOfRun } from '../../../src/contracts/run-file-conversion.ts'
import { summariseCampaign } from '../../../src/workbench/campaigns/summarise-campaign.ts'
import { addRun } from '../../../src/workbench/imports/add-run.ts'
import { printedRun } from '../../../src/workbench/printed-run.ts'
import { createRuns } from '../../../src/workbench/recorded-runs.ts'
import { writeReport } from '../../../src/workbench/reports/write-report.ts'
import { storeFileName } from '../../../src/workbench/store/store.ts'
import { openStores } from './open-stores.ts'

/** What Headroom wrote before runs were one record: see tests/fixtures/workspaces/README.md. */
const old = 'tests/fixtures/workspaces/version-5'
const unpacked = (name: string) => gunzipSync(readFileSync(join(old, `${name}.gz`)))
const printed = (name: string) => JSON.parse(unpacked(name).toString('utf8'))

const measuredHere = '20261122-215527-m248'
const byKafkasTools = '20261122-220138-87tr'
const exported = [measuredHere, byKafkasTools, '20261122-215714-72br', '20261122-215715-a2v9']

const stores = openStores()

describe('a workspace that an older version wrote', () => {
  beforeEach(() => writeFileSync(join(stores.workspace, storeFileName), unpacked('headroom.db')))

  it('lists its runs as before', () => {
    const { runs } = JSON.parse(readFileSync(join(old, 'runs-list.json'), 'utf8'))
    expect(runs).toHaveLength(11)
    expect(stores.open().listRuns()).toEqual(runs)
  })

  it.each(exported)('shows run %s as before, with its samples', (runId) => {
    const { run, samples } = createRuns(() => stores.open()).show(runId)
    const { samples: before = [], ...record } = printed(`headroom-${runId}.json`)
    expect(fileOfRun(run)).toEqual(record)
    expect(samples).toEqual(before)
  })

  it('gives the verdict of today beside the stored one, in words and in JSON', () => {
    const shown = createRuns(() => stores.open()).show(measuredHere)
    const { overlayByCurrentRules: current, ...file } = printedRun(shown, false)
    expect(file).toEqual(fileOfRun(shown.run))
    expect(shown.run.overlay).not.toHaveProperty('ruleVersion')
    expect(current).toMatchObject({ ruleVersion: 4, verdict: expect.any(String) })
    const text = runText(shown.run, 1_000).replaceAll(/\s+/g, ' ')
    expect(text).toContain('This verdict was given by version 1 of the rules. Today')
  })

  it('shows a run unchanged after it was written again', () => {
    const store = stores.open()
    for (const { id } of store.listRuns()) {
      const before = store.readRun(id)
      store.updateRun(before)
      expect(store.readRun(id)).toEqual(before)
    }
  })

  it('gives origin, driver and kind of observations of every run', () => {
    const store = stores.open()
    const said = store.listRuns().map(({ id }) => {
      const { origin, driver, observations } = store.readRun(id)
      return `${origin}, ${driver}, ${observations.kind}`
    })
    const measured = 'measured, node-rdkafka, samples'
    const imported = 'imported, null, outputs'
    expect(said).toEqual([
      ...[measured, measured, 'measured, kafka-perf-test, outputs'],
      ...Array.from({ length: 7 }, () => imported),
      measured,
    ])
  })

  it('compares a run of samples with one of Kafka’s own tools', () => {
    const { measures, doubts } = createRuns(() => stores.open()).compare([measuredHere], [byKafkasTools])
    expect(measures.map(({ measure }) => measure)).toContain('ingressPayloadBytesPerSec')
    expect(doubts[0]).toContain(byKafkasTools)
    const names = { [byKafkasTools]: '“By Kafka’s tools”' }
    const named = createRuns(() => stores.open()).compare([measuredHere], [byKafkasTools], names)
    expect(named.doubts[0]).toBe(doubts[0]?.replace(byKafkasTools, '“By Kafka’s tools”'))
  })

  it('shows its campaign as before', () => {
    const { summary, ...record } = printed('campaigns-show.json')
    const store = stores.open()
    const [entry] = store.listCampaigns()
    const shown = store.readCampaign(entry?.id ?? '')
    expect(shown).toEqual(record)
    expect(summariseCampaign(shown)).toEqual(summary)
  })
})

describe('a run that an older version exported', () => {
  it.each(exported)('is added, and exported again byte by byte: %s', async (runId) => {
    const path = join(stores.workspace, 'old.json')
    writeFileSync(path, unpacked(`headroom-${runId}.json`))
    const store = stores.open()
    expect(await addRun(path, store)).toEqual({ runId, unknownFields: [] })
    const shown = createRuns(() => store).show(runId)
    const options = { ...defaultReportOptions, isRedacted: false }
    const order = { ...shown, formats: ['json'] as const, directory: join(stores.workspace, 'again'), options }
    const [again = ''] = await writeReport(order, async () => undefined)
    expect(await readFile(again, 'utf8')).toBe(unpacked(`headroom-${runId}.json`).toString('utf8'))
  })
})
