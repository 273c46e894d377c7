/**
 * `headroom benchmark` runs a published benchmark and prints its table.
 */
import { AppError, type Problem } from '../../contracts/app-error.ts'
import type { BenchmarkProfile } from '../../contracts/benchmark.ts'
import type { Campaign } from '../../contracts/campaign.ts'
import { check } from '../../contracts/parse.ts'
import { deployment } from '../../contracts/scenario.ts'
import { topic } from '../../contracts/workload.ts'
import { benchmarkListBlocks } from '../../presentation/campaign/campaign-list.ts'
import { benchmarkIntroduction } from '../../presentation/campaign/campaign-preview.ts'
import { paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { parseCount } from '../../units/count.ts'
import { chooseFrom, listBenchmarks, readBenchmark } from '../../workbench/campaigns/benchmarks.ts'
import { agentOptions, readFleet } from '../agent-options.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import type { Given } from '../command-line.ts'
import { readNumber } from '../number-options.ts'
import { prometheusOptions } from '../prometheus-options.ts'
import { embeddedTargets, readRunOptions } from '../read-validation-request.ts'
import { startCampaign } from '../start-campaign.ts'
import { resourcesOf } from '../with-workbench.ts'

/** Options that choose cases or the size. Each exists for a single benchmark only. */
const choiceOptions = {
  cloud: { value: 'CLOUDS', text: 'confluent-cku: aws, gcp, azure, separated by commas (default: all three).' },
  partitions: { value: 'LIST', text: 'instaclustr-partitions: only these numbers of partitions, like 3,12,100.' },
  ckus: { value: 'N', text: 'confluent-cku: size of the cluster (default: 2, as published).' },
} as const

export const benchmarkListCommand: Command = {
  spec: {
    name: 'benchmark list',
    summary: 'List the published benchmarks that can be run here.',
    parameters: [],
    options: workspaceOptions,
    examples: ['headroom benchmark list'],
  },
  run: async (context) => {
    const benchmarks = await listBenchmarks(resourcesOf(context).examplesPath)
    if (context.given.has('json')) printJson(context.terminal, { benchmarks })
    else context.terminal.out(paintTerminalBlocks(benchmarkListBlocks(benchmarks), context.terminal.columns))
    return 0
  },
}

export const benchmarkCommand: Command = {
  spec: {
    name: 'benchmark',
    summary: 'Run a published benchmark and print its table: measured, predicted and published.',
    parameters: ['ID'],
    options: {
      target: {
        value: 'TARGET',
        text: 'embedded (default), embedded:kafka, embedded:simulated, or a connection file.',
      },
      profile: { value: 'PROFILE', text: 'full (default), or smoke: a few minutes, only shapes, no verdict.' },
      cases: { value: 'IDS', text: 'Only these rows of the table, separated by commas (see benchmark list).' },
      ...choiceOptions,
      scale: {
        value: 'F',
        text: 'Factor on rates and byte limits of all runs (default: from a trial, or 1 if brokers have no limits).',
      },
      duration: { value: 'TIME', text: 'Length of each run’s load (default: the profile’s).' },
      report: { value: 'DIR', text: 'Write the report there at the end: html, json and csv.' },
      ...prometheusOptions,
      yes: { text: 'Do not ask before writing to a cluster.' },
      'quota-window-seconds': { value: 'N', text: 'Quota window of embedded:kafka (default: the profile’s).' },
      'secrets-file': { value: 'FILE', text: 'Values of the secrets that a connection names, as {"name": "value"}.' },
      ...agentOptions,
      ...workspaceOptions,
    },
    examples: [
      'headroom benchmark confluent-cku --profile smoke --scale 0.05',
      'headroom benchmark confluent-cku --target client.properties --cloud aws --ckus 2 --report report',
    ],
  },
  run: async (context) => {
    const { given, terminal } = context
    const problems: Problem[] = []
    const agents = readFleet(given, problems)
    const profile = readProfile(given, problems)
    const size = readNumber(given, { option: 'ckus', read: parseCount, schema: deployment.shape.size }, problems)
    const axisValues = readPartitions(given, problems)
    const runOptions = await readRunOptions(given, {
      command: 'benchmark',
      readFile: (id) => chosenBenchmark(context, id, { profile, size, axisValues }),
      problems,
    })
    const { benchmark } = runOptions.subject
    const blocks = benchmark === undefined ? [] : benchmarkIntroduction(benchmark)
    terminal.err(`${paintTerminalBlocks(blocks, terminal.columns)}\n`)
    return startCampaign(context, runOptions, agents)
  },
}

/** Reads a benchmark and selects the cases, size and axis values that the options choose. */
async function chosenBenchmark(
  context: CommandContext,
  id: string,
  choice: {
    readonly profile: BenchmarkProfile
    readonly size: number | undefined
    readonly axisValues: readonly number[] | null
  },
): Promise<Campaign> {
  const { given } = context
  const campaign = await readBenchmark(id, resourcesOf(context).examplesPath)
  const { benchmark } = campaign
  const { profile, size, axisValues } = choice
  const isOnCluster = !embeddedTargets.some((target) => target === (given.text('target') ?? 'embedded'))
  const supported = [benchmark?.caseOption, benchmark?.axisOption, benchmark?.size?.option]
  const unsupported = Object.keys(choiceOptions).filter((option) => given.has(option) && !supported.includes(option))
  if (unsupported.length > 0) {
    const problems = unsupported.map((option) => ({ place: `--${option}`, message: `${id} does not have this option` }))
    throw new AppError('USAGE', `The benchmark ${id} does not have all of these options.`, {
      problems,
      remedy: 'Leave them out.',
    })
  }
  const cases = [given.text('cases'), given.text(benchmark?.caseOption ?? 'cases')].flatMap((text) =>
    text === undefined ? [] : text.split(',').map((each) => each.trim()),
  )
  return chooseFrom(campaign, {
    ...{ profile, isOnCluster },
    ...(cases.length === 0 ? {} : { cases }),
    ...(size === undefined ? {} : { size }),
    ...(axisValues === null ? {} : { axisValues }),
  })
}

function readProfile(given: Given, problems: Problem[]): BenchmarkProfile {
  const text = given.text('profile') ?? 'full'
  if (text === 'full' || text === 'smoke') return text
  problems.push({ place: '--profile', message: `expected full or smoke (found ${text})` })
  return 'full'
}

function readPartitions(given: Given, problems: Problem[]): readonly number[] | null {
  const text = given.text('partitions')
  if (text === undefined) return null
  const values = text.split(',').flatMap((each) => {
    const reading = parseCount(each)
    return reading.ok && check(topic.shape.partitions, reading.value).ok ? [reading.value] : []
  })
  if (values.length === text.split(',').length) return [...new Set(values)]
  const message = `expected numbers of partitions from 1 to 200,000 separated by commas, like 3,12,100 (found ${text})`
  problems.push({ place: '--partitions', message })
  return null
}
