/**
 * Reads campaign files and the scenarios that they refer to, and reports all problems at once.
 */
import { dirname, resolve } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { type Campaign, campaign } from '../../contracts/campaign.ts'
import { check } from '../../contracts/parse.ts'
import { campaignProblems } from '../../planning/campaign-problems.ts'
import { counted } from '../../units/count.ts'
import { lineOfPlace, linesOfPlaces } from '../files/lines-of-places.ts'
import { maxWrittenFileBytes, readJsonValue, readText } from '../files/read-json-file.ts'

/**
 * Reads a campaign file. Its `scenario` is a scenario, or the path of a scenario file relative to the campaign file.
 * @throws AppError FILE_UNREADABLE, or CAMPAIGN_INVALID with every problem, its place and its line.
 */
export async function readCampaign(path: string): Promise<Campaign> {
  const written = await readJsonValue(path, {
    noun: 'campaign',
    code: 'CAMPAIGN_INVALID',
    maxBytes: maxWrittenFileBytes,
  })
  const { value, problems } = await withScenario(written, path)
  const outcome = check(campaign, value)
  const isReported = ({ place }: Problem) => problems.length === 0 || place !== 'scenario'
  const schemaProblems = outcome.ok ? [] : outcome.problems.filter(isReported)
  const all = [...problems, ...schemaProblems]
  if (outcome.ok && all.length === 0) {
    const stepProblems = campaignProblems(outcome.value)
    if (stepProblems.length === 0) return outcome.value
    all.push(...stepProblems)
  }
  const count = counted(all.length, 'problem')
  throw new AppError('CAMPAIGN_INVALID', `The campaign ${path} has ${count}.`, {
    problems: await withLines(all, path),
    remedy:
      'Correct the file. examples/first-ladder.campaign.json is an example; `headroom schema campaign` prints the schema for your editor.',
  })
}

/** Adds to each problem the line of its field in the campaign file. */
async function withLines(problems: readonly Problem[], path: string): Promise<Problem[]> {
  const lines = linesOfPlaces(await readText(path, 'campaign', maxWrittenFileBytes))
  return problems.map(({ place, message }) => ({ place, message: `${message}, line ${lineOfPlace(lines, place)}` }))
}

/** Replaces the path of a scenario file with its content. */
async function withScenario(written: unknown, path: string): Promise<{ value: unknown; problems: Problem[] }> {
  if (typeof written !== 'object' || written === null) return { value: written, problems: [] }
  const scenarioField: unknown = Reflect.get(written, 'scenario')
  if (typeof scenarioField !== 'string') return { value: written, problems: [] }
  try {
    const scenarioPath = resolve(dirname(path), scenarioField)
    const scenario = await readJsonValue(scenarioPath, {
      noun: 'scenario',
      code: 'SCENARIO_INVALID',
      maxBytes: maxWrittenFileBytes,
    })
    return { value: { ...written, scenario }, problems: [] }
  } catch (error) {
    const { message, problems } = AppError.from(error)
    const messages = problems.length === 0 ? [message] : problems.map((each) => `${each.place}: ${each.message}`)
    // The rest of the file is still checked. The caller drops the problem that the scenario is missing.
    return {
      value: { ...written, scenario: undefined },
      problems: messages.map((text) => ({ place: 'scenario', message: text })),
    }
  }
}
