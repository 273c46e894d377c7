import { describe, expect, it } from 'vitest'
import { createHostHider } from '../../../src/contracts/hide-hosts.ts'
import type { RunListEntry } from '../../../src/contracts/run-record.ts'
import { partitionSecondsOf } from '../../../src/measurement/partition-seconds.ts'
import { withRecent } from '../../../src/renderer/application/recent-files.ts'
import { type CampaignView, startedCampaign } from '../../../src/renderer/features/benchmarks/campaign-view.ts'
import {
  presentedCampaign,
  presentedCampaigns,
  presentedResults,
} from '../../../src/renderer/features/benchmarks/presented-campaign.ts'
import { presentedError, presentedRun, presentedRuns } from '../../../src/renderer/features/validation/presented-run.ts'
import { openedRun, type RunView, startedRun } from '../../../src/renderer/features/validation/run-view.ts'
import { knownImport } from '../presentation/known-import.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { exampleCampaign } from '../workbench/example-campaign.ts'

describe('recent files', () => {
  it('are listed once, newest first, eight at most', () => {
    expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
    expect(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toEqual(['9', '1', '2', '3', '4', '5', '6', '7'])
  })
})

describe('presenter mode', () => {
  const host = 'broker-1.customer.example.com:9092'
  const record = { ...knownRecord, target: { ...knownRecord.target, label: `cluster at ${host}` } }

  it('shows a run without host names and with unchanged figures', () => {
    const live: RunView = {
      ...startedRun('r', 0),
      notices: [`${host} does not answer`],
      error: { code: 'CLUSTER_UNREACHABLE', message: `No answer of ${host}`, remedy: null, problems: [] },
    }
    const hide = createHostHider()
    expect(JSON.stringify(presentedRun(live, hide))).not.toContain('customer.example')
    const imported = openedRun({ ...knownImport, label: `imported from ${host}`, name: host }, null)
    expect(JSON.stringify(presentedRun(imported, hide))).not.toContain('customer.example')
    const opened = openedRun(record, { points: [], partitions: partitionSecondsOf(record.plan, []) })
    const shown = presentedRun(opened, hide)
    expect(JSON.stringify(shown)).not.toContain('customer.example')
    expect(shown.record?.result?.steady).toEqual(record.result?.steady)
  })

  it('shows an error without host names, even in its remedy', () => {
    const error = {
      code: 'CLUSTER_UNREACHABLE' as const,
      message: `No answer of ${host}`,
      remedy: `Look whether ${host} can be reached.`,
      problems: [{ place: '', message: `${host} refused` }],
    }
    expect(JSON.stringify(presentedError(error, createHostHider()))).not.toContain('customer.example')
  })

  it('shows a campaign, live or ended, and the list of campaigns without host names', () => {
    const hide = createHostHider()
    const target = { ...knownRecord.target, label: `cluster at ${host}` }
    const campaign = { ...exampleCampaign('c'), target, endDetail: `${host} is gone` }
    const found = {
      record: campaign,
      summary: { steps: [], saturation: null, doubts: [host], sentence: `Ran on ${host}.` },
    }
    const live: CampaignView = {
      ...startedCampaign('c'),
      doing: `Run 1 on ${host}`,
      progress: { runId: 'r', phase: 'preparing', message: `Asks ${host}`, fraction: null, leftMs: null },
      error: { code: 'RUN_FAILED', message: host, remedy: host, problems: [] },
    }
    expect(JSON.stringify(presentedCampaign(live, presentedResults(found, hide), hide))).not.toContain(
      'customer.example',
    )
    const line = {
      id: 'c',
      createdAtEpochMs: 1,
      status: 'complete' as const,
      name: `At ${host}`,
      targetLabel: host,
      runs: 1,
    }
    expect(JSON.stringify(presentedCampaigns([line], hide))).not.toContain('customer.example')
  })

  it('replaces the same host with the same word in a list', () => {
    const line: RunListEntry = {
      id: 'a',
      createdAtEpochMs: 1,
      status: 'complete',
      scenarioName: 'Orders',
      targetLabel: host,
      verdict: null,
      sentence: `Measured on ${host}.`,
      tags: ['night', host],
      notes: '',
    }
    expect(presentedRuns([line], createHostHider())).toMatchObject([
      { targetLabel: 'host-1', sentence: 'Measured on host-1.', tags: ['night', 'host-1'] },
    ])
  })
})
