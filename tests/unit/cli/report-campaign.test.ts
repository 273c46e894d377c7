import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import type { StepResult } from '../../../src/contracts/campaign.ts'
import { type CampaignRecord, campaignRecord } from '../../../src/contracts/campaign-record.ts'
import type { FigureBands, FigureIntervals, Figures } from '../../../src/contracts/figures.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { readMarkup } from '../presentation/painters/markup-reader.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { exampleCampaign } from '../workbench/example-campaign.ts'
import { memoryTerminal } from './memory-terminal.ts'

const folder = temporaryFolder()

const figuresOf = (value: number): Figures => ({
  ingressWireBytesPerSec: value,
  ingressPayloadBytesPerSec: value,
  egressWireBytesPerSec: value,
  egressPayloadBytesPerSec: value,
  recordsPerSec: value / 1000,
})
const each = <T>(make: (value: number) => T, value: number) =>
  Object.fromEntries(Object.entries(figuresOf(value)).map(([name, own]) => [name, make(own)]))

function resultAt(factor: number, measured: number): StepResult {
  return {
    stepId: `load-${factor}`,
    label: `${factor} times the load`,
    repeat: 1,
    runId: `run-${factor}`,
    endedAtEpochMs: 2_000,
    offered: figuresOf(factor * 1e6),
    expected: each((likely) => ({ low: likely, likely, high: likely }), factor * 1e6) as FigureBands,
    steady: each((mean) => ({ mean, low: mean, high: mean }), measured) as FigureIntervals,
    wholeRun: figuresOf(measured),
    doubt: null,
    ackedRatio: 1,
    isSustained: true,
    verdict: 'confirmed',
    reason: 'Confirmed on kafka-7.example.com:9092.',
    marks: ['declared capacity'],
    limiter: 'nothing',
    responseP99Us: 12_000,
  }
}

function recordOf(change: Partial<CampaignRecord> = {}): CampaignRecord {
  const results = [resultAt(0.5, 0.51e6), resultAt(1, 0.97e6)]
  return { ...exampleCampaign('c-1'), status: 'complete', endedAtEpochMs: 3_000, results, ...change }
}

async function reported(record: CampaignRecord, ...words: string[]): Promise<string> {
  const environment = { HEADROOM_WORKSPACE: join(folder.path, 'workspace') }
  const store = openStore(environment.HEADROOM_WORKSPACE)
  store.insertCampaign(record)
  store.updateCampaign(record)
  for (const result of record.results) store.addCampaignResult(record.id, result)
  store.close()
  const terminal = memoryTerminal()
  const call = ['report', 'campaign', record.id, '--out', folder.path, ...words]
  const exitCode = await runCli(call, { terminal, resourcesRoot: process.cwd(), environment })
  expect([exitCode, terminal.stderr]).toEqual([0, ''])
  return readFile(terminal.stdout.trim().replace('Wrote ', ''), 'utf8')
}

describe('headroom report campaign', () => {
  it('has the steps that could not be run in its table, each with its reason', async () => {
    const reason = 'Disk space: 3.0 GB free, 5.0 GB needed at most.'
    const notRun = [{ stepId: 'load-2', label: '2 times the load', runId: null, reason, remedy: 'Free some disk.' }]
    const { text } = readMarkup(await reported(recordOf({ status: 'incomplete', notRun })))
    expect(text).toMatch(/2 times the load\s*–\s*not run/)
    expect(text).toContain(`2 times the load. ${reason} Free some disk.`)
  })

  it('hides hosts in these reasons where that is asked for', async () => {
    const reason = 'Topics can be made: kafka-7.example.com:9092 refused it.'
    const notRun = [{ stepId: 'load-2', label: '2 times the load', runId: null, reason, remedy: null }]
    const page = await reported(recordOf({ status: 'incomplete', notRun }), '--redact')
    expect(page).toContain('refused it.')
    expect(page).not.toContain('kafka-7')
  })

  it('has a chart and a table of every figure, measured beside predicted with the difference', async () => {
    const page = await reported(recordOf())
    const { elements, text } = readMarkup(page)
    const ids = elements.filter(({ name }) => name === 'h2').map(({ attributes }) => attributes.get('id'))
    expect(ids).toEqual([
      'figure-ingressWireBytesPerSec',
      'figure-egressWireBytesPerSec',
      'figure-recordsPerSec',
      'steps',
      'method',
      'runs',
      'appendix',
    ])
    expect(elements.filter(({ name }) => name === 'svg')).toHaveLength(3)
    expect(text).toContain('+2 %')
    expect(text).toContain('−3 %')
    expect(page).not.toMatch(/<script/i)
  })

  it('reports a stopped campaign as partial, and one without a run as not measured', async () => {
    expect(await reported(recordOf({ status: 'stopped', endDetail: 'Stopped by hand.' }))).toContain(
      '<span class="mark">partial</span>',
    )
  })

  it('is written of a campaign without any result', async () => {
    const page = await reported(recordOf({ status: 'failed', results: [] }))
    expect(page).toContain('Nothing was measured yet.')
    expect(page).toContain('No run has ended as planned yet.')
  })

  it('keeps a row a step and figure in CSV, and the whole record in JSON', async () => {
    const csv = await reported(recordOf(), '--format', 'csv')
    expect(csv.trim().split('\r\n')).toHaveLength(1 + 2 * 5)
    expect(csv).toContain('load-0.5,0.5 times the load,1,ingressWireBytesPerSec,500000,500000,500000,500000,510000')
  })

  it('leaves host names out on request, and what is left is a record still', async () => {
    const connection = {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'kafka-7.example.com',
      bootstrapServers: ['kafka-7.example.com:9092'],
    } as const
    const { request } = exampleCampaign('c-1')
    const record = recordOf({
      request: {
        ...request,
        target: { kind: 'connection', connection: { ...connection, bootstrapServers: ['kafka-7.example.com:9092'] } },
        prometheusUrl: 'http://metrics.example.com:9404/metrics',
      },
    })
    const json = await reported(record, '--format', 'json', '--redact')
    expect(json).not.toContain('example.com')
    const { summary: _summary, ...kept } = JSON.parse(json)
    expect(campaignRecord.parse(kept).results[0]?.reason).toBe('Confirmed on host-1.')
  })
})
