/** Faults of the brokers of a cluster. */
import { type Fault, matrixCase, nothingLeft, runGoesOn, tests, untested } from './fault.ts'

export const brokerFaults: readonly Fault[] = [
  {
    fault: 'One of several brokers is killed',
    cases: [
      {
        times: ['load'],
        what: 'one of three, killed and brought back, at min ISR 2',
        kept: 'the run goes on to its end; two brokers acknowledge records; none is lost and all are accounted for',
        said: 'nothing held the rate',
        tests: [
          tests('long/broker-failure', 'go on at min ISR 2: the load is met, nothing is lost or unaccounted for'),
        ],
      },
      {
        times: ['load'],
        what: 'the same at min ISR 3',
        kept: 'the run goes on to its end; none is acknowledged meanwhile, none is lost and all are accounted for',
        said: 'limited *below min ISR*, with the number of partitions',
        tests: [
          tests(
            'long/broker-failure',
            'stop at min ISR 3: diagnosed below min ISR, nothing is lost or unaccounted for',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'one of three of an embedded cluster without a load',
        kept: 'the others are sampled on',
        said: 'which broker ended, and by which signal',
        cleaned: 'no process and no folder is left once the cluster is stopped',
        tests: [tests('integration/embedded-kafka', 'has the quotas on each, and says when a broker dies')],
      },
      matrixCase(
        { victim: 'first of two brokers', signal: 'SIGKILL', phases: ['the cluster starts'] },
        { what: 'one of two of an embedded cluster is killed as it starts' },
      ),
      matrixCase(
        { victim: 'first of two brokers', signal: 'SIGKILL', phases: ['preflight'] },
        { what: 'one of two of an embedded cluster is killed' },
      ),
      matrixCase(
        { victim: 'first of two brokers', signal: 'SIGKILL', phases: ['measuring'] },
        { what: 'one of two of an embedded cluster is killed' },
      ),
      matrixCase(
        { victim: 'first of two brokers', signal: 'SIGKILL', phases: ['clean-up'] },
        { what: 'one of two of an embedded cluster is killed', kept: 'the run with its result, marked partial' },
      ),
    ],
  },
  {
    fault: 'All brokers are gone',
    cases: [
      matrixCase(
        { victim: 'broker', signal: 'SIGKILL', phases: ['the cluster starts'] },
        { what: 'the embedded broker is killed as it starts' },
      ),
      matrixCase(
        { victim: 'broker', signal: 'SIGKILL', phases: ['preflight'] },
        { what: 'the embedded broker is killed' },
      ),
      {
        times: ['preflight'],
        what: 'nothing listens at the address',
        said: '`failed`, `CLUSTER_UNREACHABLE` with the address and a remedy, and no stack trace',
        cleaned: nothingLeft,
        tests: [
          tests('faults/refusals', 'because nothing listens there says so, and the run is kept as failed'),
          tests('integration/runner-alone', 'names the address at which nothing listens, and writes nothing'),
        ],
      },
      {
        times: ['preflight'],
        what: 'something listens there that never answers',
        said: '`PREFLIGHT_FAILED` with the address',
        tests: [tests('faults/refusals', 'because something else listens there says so in good time')],
      },
      matrixCase(
        { victim: 'broker', signal: 'SIGKILL', phases: ['burn-in', 'measuring'] },
        {
          what: 'the embedded broker is killed',
          said: 'exit code 8',
          tests: [
            tests('faults/kills', '(%s) is there, partial, and nothing of it is left'),
            tests('integration/runner-own-cluster', 'keeps what was measured when a broker is lost'),
          ],
        },
      ),
      matrixCase(
        { victim: 'broker', signal: 'SIGSTOP', phases: ['measuring'] },
        { what: 'the embedded broker hangs', cleaned: `${nothingLeft}; the process that hung has ended` },
      ),
      {
        times: ['load'],
        what: 'the only broker of a cluster that Headroom did not start is killed with requests in flight, and does not come back',
        kept:
          'every record is accounted for: records in flight are of unknown fate. The log, read later, has all that was ' +
          'acknowledged and no more than that and the unknown',
        tests: [tests('long/unknown-records', 'ends with records of unknown fate, and every record is accounted for')],
      },
      {
        times: ['load', 'clean-up'],
        what: 'both brokers of a cluster that Headroom did not start hang from the load until the run has ended, and go on then',
        kept: 'the run goes on to its end; every record is accounted for',
        said: 'the topic and the group that are left',
        cleaned: 'the next start of a runner deletes the topic',
        tests: [
          tests(
            'long/cluster-clean-up',
            'whose brokers all hang until the run has ended keeps its topics, which the run names and the next start deletes',
          ),
        ],
      },
      matrixCase(
        { victim: 'broker', signal: 'SIGKILL', phases: ['clean-up'] },
        { what: 'the embedded broker is killed', kept: 'the run with its result, marked partial' },
      ),
      {
        times: ['no run'],
        what: 'the embedded broker is killed between two runs of a session',
        kept: 'the next run has another cluster, and its record says when that started',
        cleaned: 'the folder of the first cluster is gone',
        tests: [
          tests(
            'integration/runner-own-cluster',
            'reports the start time of its embedded cluster, which differs after a broker died',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'the same between two steps of a campaign that warms up',
        standIn: 'simulated fleet',
        kept: 'the run on the cold cluster, as a run; its step is run again after another warm-up',
        tests: [
          tests('unit/workbench/campaigns', 'warms up again if the warm cluster is gone, and runs that step again'),
        ],
      },
      {
        times: ['no run'],
        what: 'nothing listens when a cluster is to be read (`observe`)',
        kept: 'the reading is in the list, with nothing to show',
        said: '`CLUSTER_UNREACHABLE`',
        tests: [
          tests(
            'unit/workbench/readings',
            'pass on the error of a cluster that was not reached, and have nothing to show',
          ),
          tests('unit/runner/observe/read-cluster', 'fails if nothing listens'),
        ],
      },
    ],
  },
  {
    fault: 'A leader moves',
    cannot: ['cluster starts'],
    cases: [
      {
        times: ['load'],
        what: 'all leaders, by a reassignment to the other broker',
        kept: runGoesOn,
        said: 'nothing held the rate',
        cleaned: 'the runner names nothing that it left',
        tests: [tests('long/cluster-changes', 'leaders move goes on, and loses no record')],
      },
      untested('all leaders, by a reassignment to the other broker', 'preflight'),
      {
        times: ['clean-up'],
        what: 'all leaders, by a reassignment to the other broker while the run drains',
        kept: runGoesOn,
        cleaned: 'no topic of the run is left',
        tests: [
          tests(
            'long/cluster-clean-up',
            'whose leaders move while the run drains loses no record, and nothing is left on it',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'the leader of a partition moves while a cluster is read',
        standIn: 'scripted broker',
        kept: 'all offsets',
        said: 'nothing: the leaders are asked for again',
        tests: [
          tests('unit/runner/observe/read-cluster', 'asks for the leaders again if a partition has moved (error %i)'),
        ],
      },
      {
        times: ['no run'],
        what: 'it moves and no leader gets ready',
        standIn: 'scripted broker',
        kept: 'the rest of the reading',
        said: 'a note that leaders were not ready',
        tests: [tests('unit/runner/observe/read-cluster', 'says that offsets are missing if leaders do not get ready')],
      },
      {
        times: ['no run'],
        what: 'the coordinator of a group moves while a cluster is read',
        standIn: 'scripted broker',
        said: 'no refusal: the groups are listed again',
        tests: [
          tests(
            'unit/runner/observe/read-cluster',
            'lists the groups again if the coordinator of a group has moved (request $apiKey)',
          ),
        ],
      },
    ],
  },
]
