/**
 * Finds the published benchmarks that ship with Headroom: campaigns in the examples folder that have a `benchmark`.
 */
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { BenchmarkListEntry } from '../../contracts/benchmark.ts'
import type { Campaign } from '../../contracts/campaign.ts'
import { type BenchmarkChoice, benchmarkCampaign } from '../../planning/benchmark-campaign.ts'
import { nearNames } from '../../units/near-names.ts'
import { listFiles } from '../sizing/scenario-files.ts'
import { readCampaign } from './read-campaign.ts'

const campaignFileSuffix = '.campaign.json'

/** Returns the campaign of a benchmark. @throws AppError USAGE with all ids if no benchmark has this one */
export async function readBenchmark(id: string, examplesPath: string): Promise<Campaign> {
  const all = await readBenchmarks(examplesPath)
  const chosen = all.find(({ benchmark }) => benchmark?.id === id)
  if (chosen !== undefined) return chosen
  const known = all.flatMap(({ benchmark }) => benchmark?.id ?? [])
  const [near] = nearNames(id, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  throw new AppError('USAGE', `There is no benchmark "${id}".${hint}`, { remedy: `Name one of: ${known.join(', ')}` })
}

/** Applies the user's options to a benchmark. @throws AppError USAGE if it cannot be run with these options */
export function chooseFrom(benchmark: Campaign, choice: BenchmarkChoice): Campaign {
  return benchmarkCampaign(benchmark, choice)
}

/** Returns one entry per benchmark, sorted by file name. @throws AppError as `readCampaign` */
export async function listBenchmarks(examplesPath: string): Promise<BenchmarkListEntry[]> {
  const all = await readBenchmarks(examplesPath)
  return all.flatMap(({ benchmark, method }) => {
    if (benchmark === undefined || method.kind !== 'cases') return []
    const { id, title, source, caseOption, axisOption, size } = benchmark
    const cases = method.cases.map((each) => ({ id: each.id, label: each.label }))
    return [
      { id, title, source, cases, options: [caseOption, axisOption, size?.option].flatMap((option) => option ?? []) },
    ]
  })
}

/** Returns all benchmarks, sorted by file name. @throws AppError as `readCampaign` */
export async function readBenchmarks(examplesPath: string): Promise<Campaign[]> {
  const names = await listFiles(examplesPath, campaignFileSuffix, 'The examples in')
  const campaigns = await Promise.all(names.map((name) => readCampaign(join(examplesPath, name))))
  return campaigns.filter(({ benchmark }) => benchmark !== undefined)
}
