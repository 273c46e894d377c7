/** Faults of the machine: its clock and its sleep. */
import { type Fault, nothingLeft, tests, untested } from './fault.ts'

export const machineFaults: readonly Fault[] = [
  {
    fault: 'A clock is stepped',
    cases: [
      {
        times: ['load'],
        what: 'an hour forward or back',
        standIn: 'clock of a test',
        kept: 'connection attempts keep their rate, and countdowns their length',
        tests: [
          tests(
            'unit/runner/clock-steps',
            'does not change the number of connection attempts',
            'neither shortens nor extends a countdown',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'a minute forward in the program that merges the samples of agents',
        standIn: 'clock of a test',
        kept: 'all seconds; no host counts as late',
        tests: [
          tests('unit/workbench/sample-aligner', 'are late by time that has passed, not by a clock that was set'),
        ],
      },
      {
        times: ['load'],
        what: 'one agent’s clock is 200 ms ahead all the time',
        kept: 'its offset, within the stated bound; fewer than 5 % of end-to-end times are negative',
        tests: [
          tests(
            'long/agents-namespaces',
            'carry a run through delay, a stall and cut connections, one clock ahead, and lose no record',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'an hour forward or back in the runner, while its controller is silent',
        standIn: 'clock of a test',
        said: '`controller-lost`, after 8 s of silence as ever',
        tests: [tests('unit/runner/controller-session', 'waits as long if the clock is set an hour %s meanwhile')],
      },
      untested('an hour forward or back in the runner, while its controller is silent', 'preflight', 'clean-up'),
      untested(
        'an hour forward or back, for all processes of a run on simulated brokers',
        'cluster starts',
        'preflight',
        'load',
        'clean-up',
      ),
      {
        times: ['no run'],
        what: 'an hour forward or back while a cluster is read',
        kept: 'the rates of its topics',
        tests: [
          tests('long/observe-changes', 'while the clock of this machine is set an hour %s has the rates that it has'),
        ],
      },
    ],
  },
  {
    fault: 'The machine sleeps',
    cases: [
      {
        times: ['load'],
        what: 'seconds without a sample, which the next sample contains',
        standIn: 'the rule alone',
        kept: 'every record is accounted for',
        tests: [
          tests('unit/measurement/cut-runs', 'counts a gap as a pause if the next sample contains what happened in it'),
        ],
      },
      {
        times: ['load'],
        what: 'seconds that no sample contains',
        standIn: 'the rule alone',
        kept: 'a window with one such second counts, one with more is left out',
        said: 'which second has no sample; the accounting stays open',
        tests: [
          tests(
            'unit/measurement/cut-runs',
            'tolerates one lost second in a window, names it and leaves the accounting open',
            'leaves out a window with more lost seconds',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'all processes of a run on simulated brokers stop for 12 s (SIGSTOP) and go on',
        kept: 'the run with its result; every record is sent afterwards, and every record is accounted for',
        said: '`complete`, `plan-complete`',
        cleaned: nothingLeft,
        tests: [tests('faults/sleep', 'goes on with its run, and every record is accounted for')],
      },
      untested('a machine is suspended and wakes', 'cluster starts', 'preflight', 'load', 'clean-up', 'no run'),
    ],
  },
]
