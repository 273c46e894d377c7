/**
 * Problems of a campaign that its schema does not find: paths and values that its scenario does not accept.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import type { Campaign } from '../contracts/campaign.ts'
import { type Configuration, knownConfigurations, maxRunsOf } from './campaign-configurations.ts'

/** Upper bound of the runs of a campaign. A run takes a minute or two, so more would take days. */
const maxCampaignRuns = 1_000

/** All problems of a campaign's steps, each with its place. */
export function campaignProblems(campaign: Campaign): Problem[] {
  const { method } = campaign
  const fieldProblems =
    method.kind === 'sweep'
      ? method.fields.flatMap((field, index) =>
          // Each field is first checked alone; otherwise a wrong path would be reported for every value of other fields.
          problemsOfSteps({ ...campaign, method: { kind: 'sweep', fields: [field] } }, `method.fields[${index}]`),
        )
      : problemsOfSteps(campaign, 'method')
  if (fieldProblems.length > 0) return fieldProblems
  const combined = problemsOfSteps(campaign, 'method')
  if (combined.length > 0) return combined
  const runs = maxRunsOf(campaign)
  if (runs <= maxCampaignRuns) return []
  return [{ place: 'method', message: `expected at most ${maxCampaignRuns} runs; this campaign would make ${runs}` }]
}

function problemsOfSteps(campaign: Campaign, place: string): Problem[] {
  const known = attempt(() => knownConfigurations(campaign))
  if (known instanceof AppError) return problemsOfError(known, place)
  const problems = known.flatMap((configuration) => problemsOfStep(configuration, place))
  const texts = problems.map((problem) => JSON.stringify(problem))
  return problems.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

function problemsOfStep({ scenario }: Configuration, place: string): Problem[] {
  const outcome = attempt(scenario)
  return outcome instanceof AppError ? problemsOfError(outcome, place) : []
}

function problemsOfError({ message, problems }: AppError, place: string): Problem[] {
  if (problems.length === 0) return [{ place, message }]
  return problems.map((problem) => ({ place, message: `${problem.place}: ${problem.message}` }))
}

function attempt<T>(work: () => T): T | AppError {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
