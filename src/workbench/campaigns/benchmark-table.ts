/**
 * A benchmark's own table: for each of its cases what was measured, predicted and published, in the units of the document.
 */
import type { Benchmark, BenchmarkColumn, BenchmarkTable } from '../../contracts/benchmark.ts'
import type { CampaignRecord, StepSummary } from '../../contracts/campaign-record.ts'
import { campaignCurve } from '../../planning/campaign-curve.ts'
import { curveCircumstances } from './campaign-figures.ts'

/** Runs of one case that differ by more than this prove little: nothing is fitted to them. */
export const noisySpread = 0.25

type Row = BenchmarkTable['rows'][number]

/** The table of a campaign as far as it went; undefined where it is no benchmark. */
export function benchmarkTableOf(record: CampaignRecord, steps: readonly StepSummary[]): BenchmarkTable | undefined {
  const { campaign } = record.request
  const { benchmark, method } = campaign
  if (benchmark === undefined || method.kind !== 'cases') return undefined
  const circumstances = curveCircumstances(record)
  const { places } = campaignCurve(campaign, [], circumstances)
  const { id, profile, caseHeading, columns } = benchmark
  const stepOf = (caseId: string) => steps.find(({ stepId }) => stepId === caseId)
  const rows = method.cases.flatMap(({ id: caseId, label }, index): Row[] => {
    const expected = places[index]?.expected
    const step = stepOf(caseId)
    if (expected === undefined) return []
    const cells = columns.map(({ figure, unitValue }, column) => ({
      measured: step === undefined ? null : inUnit(step.measured[figure], unitValue),
      predicted: inUnit(expected[figure], unitValue),
      published: publishedValue(benchmark, caseId, column, circumstances.scale),
    }))
    return [{ caseId, label, stepId: step?.stepId ?? null, isNoisy: (step?.relativeSpread ?? 0) > noisySpread, cells }]
  })
  return { id, profile, scale: circumstances.scale, caseHeading, columns, rows, ...ofResults(record) }
}

/** Values of a column, from the figure's own unit into the printed one. */
function inUnit<K extends string>(
  values: Readonly<Record<K, number>>,
  unitValue: BenchmarkColumn['unitValue'],
): Record<K, number> {
  const divided = Object.entries<number>(values).map(([name, value]) => [name, value / unitValue])
  return Object.fromEntries(divided) as Record<K, number>
}

function publishedValue({ published }: Benchmark, caseId: string, column: number, scale: number): number | null {
  const printed = published[caseId]?.[column] ?? null
  return printed === null ? null : printed * scale
}

function ofResults({ results }: CampaignRecord): Pick<BenchmarkTable, 'advice' | 'clients'> {
  const newest = new Map(results.map((result) => [result.stepId, result]))
  const advice = results.flatMap((result) => (result.advice ?? []).map((sentence) => `${result.label}: ${sentence}`))
  return {
    advice: [...new Set(advice)],
    clients: [...newest.values()].flatMap(({ stepId, clients, offered, expected }) => {
      if (clients === undefined || clients.length === 0) return []
      const isOverloaded = offered.recordsPerSec > expected.recordsPerSec.likely * (1 + 1e-6)
      return [{ caseId: stepId, isOverloaded, lines: clients }]
    }),
  }
}
