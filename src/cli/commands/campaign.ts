/**
 * `headroom campaign` runs a rate ladder, a saturation search, a sweep or the rows of a matrix.
 */
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { readCampaign } from '../../workbench/campaigns/read-campaign.ts'
import { agentOptions, readFleet } from '../agent-options.ts'
import { type Command, type CommandContext, workspaceOptions } from '../command.ts'
import { prometheusOptions } from '../prometheus-options.ts'
import { readRunOptions } from '../read-validation-request.ts'
import { resumeCampaign, startCampaign } from '../start-campaign.ts'

/** Options that cannot be given with `--resume`, because a resumed campaign keeps their values from its start. */
const keptOptions = [
  'target',
  'scale',
  'duration',
  'quota-window-seconds',
  'prometheus',
  'agent',
  'on-lost-agent',
] as const

const needsFileOrResume = new AppError('USAGE', 'headroom campaign takes either a FILE or --resume CAMPAIGN.', {
  remedy: 'Start one with: headroom campaign examples/first-ladder.campaign.json',
})

export const campaignCommand: Command = {
  spec: {
    name: 'campaign',
    summary: 'Run a campaign: a rate ladder, a saturation search, a sweep or the rows of a matrix.',
    parameters: ['[FILE]'],
    options: {
      target: {
        value: 'TARGET',
        text: 'embedded (default), embedded:kafka, embedded:simulated, or a connection file.',
      },
      scale: {
        value: 'F',
        text: 'Factor on rates and byte limits of all steps (default: the scenario’s, else from a trial).',
      },
      duration: {
        value: 'TIME',
        text: 'Length of each run’s load, like 110s (default: the campaign’s, the scenario’s, else ten quota windows).',
      },
      resume: {
        value: 'CAMPAIGN',
        text: 'Continue a campaign of the workspace at its current step, instead of FILE.',
      },
      report: { value: 'DIR', text: 'Write the report there at the end: html, json and csv.' },
      ...prometheusOptions,
      yes: { text: 'Do not ask before writing to a cluster.' },
      'quota-window-seconds': {
        value: 'N',
        text: 'Quota window of embedded:kafka (default: the campaign’s, else 11).',
      },
      'secrets-file': { value: 'FILE', text: 'Values of the secrets that a connection names, as {"name": "value"}.' },
      ...agentOptions,
      ...workspaceOptions,
    },
    examples: [
      'headroom campaign examples/first-ladder.campaign.json --target embedded:kafka --scale 0.1 --report report',
      'headroom campaign mine.campaign.json --target client.properties --agent 10.0.0.5:7443#9f2c… --agent-token-file token',
      'headroom campaign --resume last',
    ],
  },
  run: (context) => {
    const id = context.given.text('resume')
    if ((id === undefined) === (context.given.parameters[0] === undefined)) throw needsFileOrResume
    return id === undefined ? startFromFile(context) : resumeUnchanged(context, id)
  },
}

async function startFromFile(context: CommandContext): Promise<number> {
  const problems: Problem[] = []
  const agents = readFleet(context.given, problems)
  const runOptions = await readRunOptions(context.given, { command: 'campaign', readFile: readCampaign, problems })
  return startCampaign(context, runOptions, agents)
}

async function resumeUnchanged(context: CommandContext, campaignId: string): Promise<number> {
  const problems = keptOptions
    .filter((option) => context.given.has(option))
    .map((option) => ({ place: `--${option}`, message: 'a resumed campaign keeps its own value' }))
  if (problems.length > 0) {
    throw new AppError('USAGE', 'These options cannot be changed when a campaign is resumed.', {
      problems,
      remedy: 'Leave them out.',
    })
  }
  return resumeCampaign(context, campaignId)
}
