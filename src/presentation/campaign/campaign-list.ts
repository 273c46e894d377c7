/**
 * Lists the campaigns of a workspace, and the published benchmarks that can be run.
 */
import type { BenchmarkListEntry } from '../../contracts/benchmark.ts'
import type { CampaignListEntry } from '../../contracts/campaign-record.ts'
import { type Block, list, listing, numberCell, paragraph, span, textCell } from '../document.ts'
import { listedTime } from '../report-facts.ts'

/** The campaigns, in the given order. */
export function campaignListBlocks(campaigns: readonly CampaignListEntry[]): Block[] {
  if (campaigns.length === 0) {
    const action = { kind: 'command', command: 'headroom campaign FILE', view: 'Benchmarks' } as const
    return [paragraph('There are no campaigns in this workspace yet. Make one ', action)]
  }
  const headings = [
    ...['campaign', 'made (UTC)', 'status'].map(textCell),
    numberCell('runs'),
    ...['name', 'target'].map(textCell),
  ]
  const rows = campaigns.map(({ id, createdAtEpochMs, status, name, targetLabel, runs }) => [
    ...[id, listedTime(createdAtEpochMs), status].map(textCell),
    numberCell(String(runs)),
    ...[name, targetLabel].map(textCell),
  ])
  return [listing('Campaigns of this workspace', headings, rows)]
}

/** The benchmarks, each with its source, its cases and its options. */
export function benchmarkListBlocks(benchmarks: readonly BenchmarkListEntry[]): Block[] {
  const items = benchmarks.map(({ id, title, source, cases, options }) => {
    const choices = [...options.map((option) => `--${option}`), '--cases'].join(', ')
    const ids = cases.map((each) => each.id).join(', ')
    return [
      span('strong', id),
      span('line', title),
      span('line', `${source.title}, ${source.date}`),
      span('line', `cases: ${ids} (${choices})`),
    ]
  })
  return [list(items)]
}
