/** Faults of what lies between the machines: network, names, agents. */
import { type Fault, tests, untested } from './fault.ts'

export const linkFaults: readonly Fault[] = [
  {
    fault: 'Names resolve late or not at all',
    cannot: ['cluster starts'],
    cases: [
      {
        times: ['preflight'],
        what: 'a name takes a second',
        kept: 'the checks go on',
        said: 'nothing',
        tests: [tests('faults/slow-names', 'that answers after a second is waited for')],
      },
      {
        times: ['preflight'],
        what: 'no name server answers',
        said: 'that no name server answered within 5 s; what comes after it is not tried',
        tests: [tests('faults/slow-names', 'that does not answer is named, and the steps after it are not tried')],
      },
      untested('each name takes 3 s from then on', 'load', 'clean-up'),
      untested('no name server answers any more', 'clean-up'),
      untested('each name takes 2 s while a cluster is read', 'no run'),
    ],
  },
  {
    fault: 'The network is cut',
    cannot: ['cluster starts'],
    cases: [
      {
        times: ['load'],
        what: 'between agents and brokers: a delay of 5 ms, a stall of 2 s, all connections of one agent cut',
        kept: 'the run goes on to its end; no record is rejected or lost, and all are accounted for',
        cleaned: 'no topic of the run is left',
        tests: [
          tests(
            'long/agents-namespaces',
            'carry a run through delay, a stall and cut connections, one clock ahead, and lose no record',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'the cable of one agent is pulled',
        kept: 'what was measured until the others stopped; every record is accounted for',
        said: '`agent-lost`, with the name of the agent',
        cleaned: 'no topic is left; the agent is free again by itself when the cable is back',
        tests: [
          tests(
            'long/agents-namespaces',
            'one whose cable is pulled is lost, the others drain, and it is free again by itself',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'the connection between runner and program closes',
        said: '`controller-lost`',
        cleaned: 'no process, topic or lease is left; an embedded Kafka is ended',
        tests: [
          tests('integration/runner-cut-short', 'leaves no process, topic or lease after a closed connection'),
          tests('integration/runner-own-cluster', 'ends its own embedded Kafka when the connection closes'),
        ],
      },
      {
        times: ['load'],
        what: 'the connection closes, and neither the run nor its brokers end',
        standIn: 'clock of a test',
        cleaned: 'the session of the runner, and so its process, ends within 10 s',
        tests: [
          tests(
            'unit/runner/controller-session',
            'has ended within 10 s, even if neither its run nor its cluster does',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'the program is silent, and the connection stays',
        said: '`controller-lost`',
        cleaned: 'no topic is left',
        tests: [
          tests('integration/runner-cut-short', 'treats silence as the loss of its controller'),
          tests('unit/runner/controller-session', 'waits for 8 s, and ends at the next look'),
        ],
      },
      untested('all brokers are unreachable for the rest of a run and live on', 'load'),
      untested('between runner and brokers', 'preflight', 'clean-up'),
      {
        times: ['no run'],
        what: 'the cluster is out of reach when a runner deletes what a killed one left',
        kept: 'the lease, for another try',
        said: 'the names of the topics',
        tests: [
          tests(
            'unit/runner/lease',
            'names topics of a cluster that does not respond, and keeps the lease for another try',
          ),
        ],
      },
    ],
  },
  {
    fault: 'An agent is killed',
    cannot: ['cluster starts'],
    cases: [
      {
        times: ['preflight'],
        what: 'an agent cannot begin',
        standIn: 'simulated agents',
        said: '`prepare-failed`, with the name of the agent',
        cleaned: 'the others are ended; topics are deleted',
        tests: [
          tests('unit/workbench/agents-fleet', 'does not begin if one agent cannot, names it, and ends the others'),
        ],
      },
      untested('one of two is killed in the checks, or while clients are set up', 'preflight'),
      untested('one of two is killed while the run drains', 'clean-up'),
      {
        times: ['load'],
        what: 'one of two is killed',
        kept: 'what was measured until the other stopped',
        said: '`agent-lost`, with the name of the agent',
        cleaned: 'no topic and no group of the run is left',
        tests: [
          tests(
            'integration/agents',
            'divide a plan, lose no record, and leave nothing; if one is killed, the next run is partial',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'one of three is killed, and the run was to go on',
        kept: 'all seconds of the plan; every record is accounted for',
        said: '`agent-lost`, and that the others continue',
        cleaned: 'no topic is left',
        tests: [tests('long/agents-namespaces', 'one that is killed leaves a partial run that the others end')],
      },
      {
        times: ['load'],
        what: 'one is lost',
        standIn: 'simulated agents',
        kept: 'its last second, and what its part of the load was',
        said: 'its name, its last second and which clients are missing',
        cleaned: 'another agent deletes the topics if the lost one made them',
        tests: [
          tests(
            'unit/workbench/agents-fleet',
            'names the missing share if an agent is lost, and stops',
            'continues without the agent if that was chosen, and is still partial',
            'lets another agent delete the topics if the one that created them is lost',
          ),
        ],
      },
      {
        times: ['clean-up'],
        what: 'one went away and told nothing of its clean-up',
        standIn: 'the rule alone',
        said: 'which topics may still exist; existing topics of the user are not among them',
        tests: [
          tests(
            'unit/workbench/agents-end',
            'names topics of the run that an agent may have left',
            'does not list existing topics to delete',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'the runner host of an agent exits, or the agent is stopped by its operator, while a controller is connected',
        kept: 'an agent whose host exited takes the next controller',
        said: 'the controller is told of either',
        tests: [
          tests(
            'unit/runner-agent/agent-server',
            'survives a host that exits, and reports the exit to the controller',
            'reports to its controller that it is ending',
          ),
        ],
      },
      {
        times: ['no run'],
        what: '`headroom agent`, the command that started the agent, is killed',
        cleaned: 'the agent and its host end',
        tests: [tests('integration/agent-command', 'ends with its host if the command is killed')],
      },
      {
        times: ['no run'],
        what: 'the program that reads the log of an agent ends',
        kept: 'the agent goes on, and takes the next controller',
        tests: [tests('integration/agent-command', 'goes on if nobody reads its log any more')],
      },
      {
        times: ['no run'],
        what: 'an agent is to end (SIGTERM) while strangers hold connections open',
        cleaned: 'it exits with code 0',
        tests: [
          tests(
            'integration/agents-strangers',
            'an agent ends on SIGTERM even if peers that it refused, or that sent too little, never close',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'an agent is to end while its controller hangs',
        cleaned: 'the agent and its host end without an answer of the controller',
        tests: [
          tests(
            'unit/runner-agent/agent-server',
            'ends its host and itself without waiting for a controller that does not answer',
          ),
        ],
      },
    ],
  },
]
