/** Faults of the processes that a run is made of, and of those around it. */
import { type Fault, matrixCase, nothingLeft, tests, untested } from './fault.ts'

const hangs = `${nothingLeft}; the process that hung has ended`
const partial = 'the run with its result, marked partial'
const named = { 'producer worker': 'a worker of producers', 'consumer worker': 'a worker of consumers' } as const

export const processFaults: readonly Fault[] = [
  {
    fault: 'The runner is killed',
    cases: [
      matrixCase(
        { victim: 'runner host', signal: 'SIGKILL', phases: ['the cluster starts', 'preflight'] },
        { what: 'it is killed' },
      ),
      matrixCase(
        { victim: 'runner host', signal: 'SIGKILL', phases: ['burn-in', 'measuring'] },
        {
          what: 'it is killed',
          said: 'exit code 8',
          tests: [
            tests('faults/kills', '(%s) is there, partial, and nothing of it is left'),
            tests('unit/workbench/validations', 'whose runner is lost is partial, and the runner is swept up after'),
          ],
        },
      ),
      {
        times: ['load'],
        what: 'it is killed on a cluster that Headroom did not start, and another runner starts',
        said: 'the next runner names the run',
        cleaned: 'load processes and the topic, by the next runner; until then the topic stays',
        tests: [tests('integration/runner-cut-short', 'is swept by the next host when the host itself was killed')],
      },
      {
        times: ['load'],
        what: 'it is killed with Kafka’s own tools on a user’s cluster',
        standIn: 'simulated fleet',
        said: '`RUNNER_EXITED`, and which topic may still exist',
        tests: [
          tests(
            'unit/workbench/perf-test-validations',
            'whose tools are lost on a user’s cluster names the topics that may be left there',
          ),
        ],
      },
      matrixCase(
        { victim: 'runner host', signal: 'SIGSTOP', phases: ['measuring'] },
        {
          what: 'it hangs',
          cleaned: hangs,
          tests: [tests('unit/workbench/local-fleet', 'and is %s is ended after its deadline')],
        },
      ),
      matrixCase(
        { victim: 'runner host', signal: 'SIGKILL', phases: ['clean-up'] },
        { what: 'it is killed', kept: partial },
      ),
      {
        times: ['no run'],
        what: 'it exits between two runs of a session',
        standIn: 'scripted runner',
        kept: 'the next run, on another runner',
        tests: [tests('unit/workbench/local-fleet', 'starts another host if the first one exited between runs')],
      },
      {
        times: ['no run'],
        what: 'the process that started embedded brokers is killed',
        cleaned: 'no process and no folder of the brokers is left',
        tests: [tests('integration/embedded-kafka', 'is gone after its host was killed')],
      },
      {
        times: ['no run'],
        what: 'a killed runner left a lease, and another runner starts',
        said: 'how many processes it ended; the names of topics that it cannot delete',
        cleaned: 'processes and folders of the dead run; not a process that only has the same id, not a run that lives',
        tests: [
          tests(
            'unit/runner/lease',
            'ends the processes of a dead run and removes its folder',
            'does not end a process that only has the same id',
            'leaves the run of a running host alone',
            'names topics of a cluster that requires a log-in, and removes the lease',
          ),
        ],
      },
    ],
  },
  {
    fault: 'A load process (worker) is killed',
    // There is none before the cluster has started.
    cannot: ['cluster starts', 'no run'],
    cases: [
      matrixCase(
        { victim: 'producer worker', signal: 'SIGKILL', phases: ['burn-in', 'measuring'] },
        {
          what: 'a worker of producers is killed',
          kept: 'the run with its result, marked partial; the verdict is *not proven*; every record is accounted for (the rule alone)',
          said: 'exit code 8; which worker was killed',
          tests: [
            tests('faults/kills', '(%s) is there, partial, and nothing of it is left'),
            tests(
              'integration/runner-cut-short',
              'reports that a worker of the %s was killed, and cleans up, including its group',
            ),
            tests(
              'unit/workbench/run-end',
              'has no gap if a worker was killed whose last records were read and never reported',
            ),
          ],
        },
      ),
      matrixCase(
        { victim: 'consumer worker', signal: 'SIGKILL', phases: ['burn-in', 'measuring'] },
        {
          what: 'a worker of consumers is killed',
          said: 'which worker was killed',
          tests: [
            tests(
              'integration/runner-cut-short',
              'reports that a worker of the %s was killed, and cleans up, including its group',
            ),
          ],
        },
      ),
      matrixCase(
        { victim: 'producer worker', signal: 'SIGSTOP', phases: ['measuring'] },
        { what: 'a worker of producers hangs', cleaned: hangs },
      ),
      matrixCase(
        { victim: 'consumer worker', signal: 'SIGSTOP', phases: ['measuring'] },
        { what: 'a worker of consumers hangs', cleaned: hangs },
      ),
      ...(['producer worker', 'consumer worker'] as const).map((victim) =>
        matrixCase(
          { victim, signal: 'SIGKILL', phases: ['clean-up'] },
          { what: `${named[victim]} is killed`, kept: partial },
        ),
      ),
      untested('one is killed while clients are set up', 'preflight'),
    ],
  },
  {
    fault: 'The command line is killed',
    cases: [
      matrixCase(
        { victim: 'program', signal: 'SIGKILL', phases: ['the cluster starts', 'preflight'] },
        { what: 'it is killed', kept: 'the run, without a result, at the next start' },
      ),
      matrixCase(
        { victim: 'program', signal: 'SIGKILL', phases: ['burn-in', 'measuring'] },
        {
          what: 'it is killed',
          kept:
            'at the next start the run with its result, marked partial, *not proven*; every sample that was written ' +
            'before',
          tests: [
            tests(
              'faults/kills',
              '(this program) is there at the next start, with its result, and nothing of it is left',
            ),
            tests('unit/workbench/store-writers', 'leaves every sample that it had written, after %d and more'),
            tests('unit/workbench/validations', 'gets its result when it is opened'),
          ],
        },
      ),
      {
        times: ['load'],
        what: 'it is killed together with its runner',
        kept: 'the next run on the workspace is complete',
        cleaned: `after the next run ${nothingLeft}`,
        tests: [tests('faults/kills', '(this program and its runner at once) leaves nothing, and the next run works')],
      },
      matrixCase(
        { victim: 'program', signal: 'SIGSTOP', phases: ['measuring'] },
        { what: 'it hangs, and goes on when its runner has cleaned up', cleaned: hangs },
      ),
      {
        times: ['load'],
        what: 'it is killed, or hangs, while agents run its load',
        cleaned: 'the agents stop the load, delete the topics and are free again',
        tests: [tests('long/agents-lost-controller', 'stop the load, delete what was made, and are free again (%s)')],
      },
      matrixCase(
        { victim: 'program', signal: 'SIGKILL', phases: ['clean-up'] },
        { what: 'it is killed', kept: partial },
      ),
      {
        times: ['no run'],
        what: 'it is killed while it reads a cluster (`observe`)',
        kept: 'the parts that were read; `observations resume` goes on from them, and both spans are one',
        tests: [tests('long/observe-groups', 'keeps its parts where it is killed, and goes on from them')],
      },
      {
        times: ['no run'],
        what: 'it ended in the middle of a campaign',
        standIn: 'simulated fleet',
        kept: 'the results before it; another start resumes at that step',
        said: 'the campaign is stopped',
        tests: [
          tests('unit/workbench/campaigns', 'whose Headroom was killed is stopped, and another one can resume it'),
          tests(
            'unit/workbench/store-campaigns',
            'are stopped if their process has died, and can be claimed then, but not while it lives',
          ),
        ],
      },
    ],
  },
  {
    fault: 'The user stops it',
    cases: [
      {
        times: ['cluster starts'],
        what: 'while an embedded cluster starts',
        said: '`ABORTED`',
        cleaned: 'no process and no folder is left',
        tests: [tests('integration/embedded-kafka', 'can be cancelled while it starts, and leaves nothing')],
      },
      {
        times: ['preflight'],
        what: 'right after a run was sent to the runner',
        said: '`user-abort`, and no error',
        cleaned: 'no topic is left',
        tests: [tests('integration/runner-cut-short', 'ends if it is stopped right after it was prepared')],
      },
      {
        times: ['load'],
        what: 'by abort',
        kept: 'what was measured',
        said: '`user-abort`',
        cleaned: 'no topic is left',
        tests: [
          tests('integration/runner-cut-short', 'ends at once when aborted, with what was measured, and cleans up'),
          tests('unit/workbench/validations', 'that is aborted keeps what was measured'),
        ],
      },
      {
        times: ['load'],
        what: 'by a stop with a drain',
        kept: 'everything that was accepted is acknowledged, and everything acknowledged is read',
        said: '`user-abort`',
        tests: [
          tests('integration/runner-cut-short', 'waits for acknowledgements and consumers when stopped with a drain'),
        ],
      },
      {
        times: ['load'],
        what: 'by a second interrupt',
        kept: 'the run, as partial',
        said: 'exit code 130',
        cleaned: nothingLeft,
        tests: [tests('faults/kills', '(this program, by a second interrupt) leaves at once and nothing behind')],
      },
      {
        times: ['clean-up'],
        what: 'in the drain',
        standIn: 'the rule alone',
        kept: 'records that had not been read count as unread, not as lost',
        tests: [
          tests(
            'unit/workbench/run-end',
            'counts nothing as lost that had not been read when the run was stopped in its drain',
          ),
        ],
      },
      {
        times: ['load', 'no run'],
        what: 'in a campaign: in a run, or between two',
        standIn: 'simulated fleet',
        kept: 'the results before it',
        said: 'how to resume, if it was in a run',
        tests: [
          tests(
            'unit/workbench/campaigns',
            'that is stopped in a run keeps the results before it, and goes on at that step',
            'can be stopped in its quiet time',
          ),
        ],
      },
    ],
  },
]
