/** Faults of the cluster that a run writes to. */
import { type Fault, matrixCase, nothingLeft, tests, untested } from './fault.ts'

const runGoesOn = 'the run goes on to its end; no record is lost, and all are accounted for'

export const clusterFaults: readonly Fault[] = [
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
      untested('one of several brokers of an embedded cluster', 'cluster starts', 'preflight', 'load', 'clean-up'),
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
          tests('unit/runner/observe/read-cluster', 'fails where nothing listens'),
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
      untested('by an election or a reassignment', 'preflight', 'clean-up'),
      {
        times: ['no run'],
        what: 'the leader of a partition moves while a cluster is read',
        standIn: 'scripted broker',
        kept: 'all offsets',
        said: 'nothing: the leaders are asked for again',
        tests: [
          tests(
            'unit/runner/observe/read-cluster',
            'asks for the leaders again where a partition has moved (error %i)',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'it moves and no leader gets ready',
        standIn: 'scripted broker',
        kept: 'the rest of the reading',
        said: 'a note that leaders were not ready',
        tests: [
          tests('unit/runner/observe/read-cluster', 'says that offsets are missing where leaders do not get ready'),
        ],
      },
      {
        times: ['no run'],
        what: 'the coordinator of a group moves while a cluster is read',
        standIn: 'scripted broker',
        said: 'no refusal: the groups are listed again',
        tests: [
          tests(
            'unit/runner/observe/read-cluster',
            'lists the groups again where the coordinator of a group has moved (request $apiKey)',
          ),
        ],
      },
    ],
  },
  {
    fault: 'A topic is deleted',
    cannot: ['cluster starts'],
    cases: [
      {
        times: ['preflight'],
        what: 'an existing topic that the scenario names is not there',
        said: '`PREFLIGHT_FAILED`: there is no such topic, and what to correct',
        cleaned: 'nothing was written, and no topic was made',
        tests: [tests('integration/runner-secure', 'are refused before anything is written: %s')],
      },
      {
        times: ['load'],
        what: 'a topic that a run writes to',
        kept: 'the run goes on to its end; nothing is acknowledged from then on, and every record is accounted for',
        said: 'limited by *broker errors*: a topic of the run no longer existed',
        cleaned: 'the runner names nothing that it left',
        tests: [
          tests(
            'long/cluster-changes',
            'the topic is deleted goes on to its end, and says that the topic no longer existed',
          ),
        ],
      },
      untested('a topic that a run writes to', 'clean-up'),
      untested('a topic of a cluster that is being read', 'no run'),
    ],
  },
  {
    fault: 'A right (ACL) is missing or revoked',
    cannot: ['cluster starts'],
    cases: [
      {
        times: ['preflight'],
        what: 'the password is wrong',
        said: '`AUTHENTICATION_FAILED`, without the password',
        tests: [tests('integration/runner-secure', 'refuses a wrong password: said as that')],
      },
      untested('the right to make or write a topic is missing, on a real cluster', 'preflight'),
      {
        times: ['load'],
        what: 'a broker refuses a record as not authorised',
        standIn: 'the rule alone',
        kept: 'the record counts as rejected',
        tests: [tests('unit/runner/explain', 'is of unknown fate if it may have been written, else rejected')],
      },
      {
        times: ['load'],
        what: 'the right to write is revoked on a real cluster',
        kept: 'the run goes on to its end; records are rejected, and every record is accounted for',
        said: 'limited by *broker errors*, with `ERR_TOPIC_AUTHORIZATION_FAILED`',
        cleaned: 'the runner names nothing that it left',
        tests: [
          tests(
            'long/cluster-changes',
            'to write that is revoked under the load ends nothing: records are rejected, and the run says why',
          ),
        ],
      },
      untested('a right is revoked on a real cluster', 'clean-up'),
      {
        times: ['no run'],
        what: 'one of the rights that `observe` needs is missing',
        kept: 'the rest of the reading',
        said: 'which right is missing',
        tests: [tests('integration/observe-rights', 'says which right is missing without $text, and reads the rest')],
      },
      {
        times: ['no run'],
        what: 'no topic may be described',
        kept: 'a reading without topics',
        said: 'that the right to describe topics is missing',
        tests: [tests('integration/observe-rights', 'says that no topic is visible where none may be described')],
      },
    ],
  },
  {
    fault: 'A quota is cut',
    cannot: ['cluster starts', 'preflight', 'no run'],
    cases: [
      {
        times: ['load'],
        what: 'it is 0.7 of the predicted one from the start',
        said: 'the verdict *below*',
        tests: [
          tests(
            'long/white-paper-benchmark',
            'is below at 0.7 of the quota and above at 1.4, so that the method can say no',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'it is lowered to a tenth of the load while that goes on',
        kept: runGoesOn,
        said: 'limited by the brokers’ throttle',
        cleaned: 'the runner names nothing that it left',
        tests: [
          tests(
            'long/cluster-changes',
            'the quota is cut to a tenth of the load goes on, limited by the brokers’ throttle',
          ),
        ],
      },
      {
        times: ['clean-up'],
        what: 'readers are throttled in the drain',
        standIn: 'the rule alone',
        kept: 'the drain waits for them',
        tests: [
          tests(
            'unit/measurement/drain-watch',
            'waits for a throttled group, although there is no progress and the group reports no lag',
          ),
        ],
      },
    ],
  },
]
