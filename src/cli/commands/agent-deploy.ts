/**
 * `headroom agent deploy` prints a file that deploys agents on other machines.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { parseCount } from '../../units/count.ts'
import { deployKinds, deployText } from '../../workbench/agents/deploy-agents.ts'
import { locateResources } from '../../workbench/resources.ts'
import { type Command, type CommandContext, printJson } from '../command.ts'
import { usageError } from '../usage-error.ts'

const maxAgents = 1_000

export const agentDeployCommand: Command = {
  spec: {
    name: 'agent deploy',
    summary: 'Print the file that deploys agents on other machines.',
    parameters: [],
    options: {
      for: { value: deployKinds.join('|'), text: 'Dockerfile, manifests, or unit.' },
      count: { value: 'N', text: 'Number of agents (default: 1).' },
      as: { value: 'job|deployment', text: 'Kubernetes: an indexed Job (default) or a Deployment.' },
    },
    examples: [
      'headroom agent deploy --for docker > Dockerfile',
      'headroom agent deploy --for kubernetes --count 40 > agents.yaml',
      'headroom agent deploy --for systemd > headroom-agent.service',
    ],
  },
  run: deploy,
}

async function deploy({ given, terminal, resourcesRoot }: CommandContext): Promise<number> {
  const problems: Problem[] = []
  const kind = deployKinds.find((each) => each === given.text('for'))
  if (kind === undefined) problems.push({ place: '--for', message: `expected one of ${deployKinds.join(', ')}` })
  const reading = parseCount(given.text('count') ?? '1')
  const count = reading.ok ? reading.value : 0
  if (count < 1 || count > maxAgents) {
    problems.push({ place: '--count', message: `expected a whole number from 1 to ${maxAgents}` })
  }
  const as = (['job', 'deployment'] as const).find((each) => each === (given.text('as') ?? 'job'))
  if (as === undefined || (given.has('as') && kind !== 'kubernetes')) {
    problems.push({ place: '--as', message: 'expected job or deployment, with --for kubernetes' })
  }
  if (kind === undefined || as === undefined || problems.length > 0) throw usageError('agent deploy', problems)
  const text = deployText({ kind, count, as, version: locateResources(resourcesRoot).headroomVersion })
  if (given.has('json')) printJson(terminal, { kind, count, text })
  else terminal.out(text)
  return 0
}
