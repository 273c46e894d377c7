/** Faults of the app's own processes. */
import { type Fault, nothingLeft, tests, untested } from './fault.ts'

export const appFaults: readonly Fault[] = [
  {
    fault: 'The page is killed',
    cases: [
      {
        times: ['no run'],
        what: 'its process dies',
        kept: 'the view, the draft and what was chosen',
        said: 'that it stopped unexpectedly and was reloaded',
        tests: [tests('e2e/page-crash', 'is reloaded in the same view with all input, and says so')],
      },
      {
        times: ['no run'],
        what: 'it dies four times within a minute',
        said: 'a question before it is reloaded; the app quits if the user chooses so',
        tests: [
          tests('e2e/page-crash', 'that dies repeatedly asks before it is reloaded, and quits if the user chooses so'),
        ],
      },
      {
        times: ['load'],
        what: 'its process dies, in a validation or a benchmark',
        kept: 'the load goes on; the new page follows it and can stop it, and has every second of a validation',
        tests: [
          tests(
            'e2e/page-crash',
            'follows the run that continued meanwhile, with every second of it',
            'follows the benchmark that continued meanwhile from its current run',
          ),
        ],
      },
      {
        times: ['cluster starts'],
        what: 'its process dies',
        kept: 'the run goes on; the new page follows it and can stop it',
        tests: [tests('e2e/page-crash', 'while the cluster of a run starts follows that run, and can stop it')],
      },
      untested('its process dies', 'preflight'),
      untested('its process dies', 'clean-up'),
    ],
  },
  {
    fault: 'The workbench is killed',
    cases: [
      {
        times: ['no run'],
        what: 'its process dies',
        kept: 'the page and its answer; the next call is answered',
        said: 'that it stopped unexpectedly and was started again',
        tests: [
          tests(
            'e2e/workbench-process',
            'runs in a separate process that is restarted when it dies, while the page continues',
          ),
        ],
      },
      {
        times: ['cluster starts'],
        what: 'it dies for the fourth time within a minute',
        kept: 'sizing works',
        said: 'that its run ended, and to restart Headroom; also on a page that is reloaded after that',
        cleaned: nothingLeft,
        tests: [
          tests('e2e/workbench-process', 'is given up with a message if it dies repeatedly, and sizing still works'),
        ],
      },
      {
        times: ['cluster starts'],
        what: 'its process dies',
        kept: 'the run is listed as failed; the next one can be started',
        said: 'that it was started again, and that its run ended',
        cleaned: nothingLeft,
        tests: [
          tests('e2e/workbench-process', 'while the cluster starts is listed as failed, and nothing of it is left'),
        ],
      },
      {
        times: ['load'],
        what: 'its process dies',
        kept: 'the run is listed as partial, with what was measured',
        said: 'that it was started again, and that its run ended',
        cleaned: nothingLeft,
        tests: [
          tests(
            'e2e/workbench-process',
            'under load is listed as partial, with what was measured, and nothing of it is left',
          ),
        ],
      },
      untested('its process dies', 'preflight'),
      untested('its process dies', 'clean-up'),
    ],
  },
  {
    fault: 'The app is killed or closed',
    cases: [
      {
        times: ['load'],
        what: 'it is killed',
        kept: 'at the next start the run is listed as partial, with what was measured',
        cleaned: nothingLeft,
        tests: [tests('e2e/validation-ends', 'lists a run as partial after the app was killed in the middle of it')],
      },
      {
        times: ['load'],
        what: 'its window is closed',
        kept: 'at the next start the run is listed as partial',
        tests: [tests('e2e/validation-ends', 'keeps a live run as partial when the window is closed')],
      },
      {
        times: ['cluster starts'],
        what: 'it is killed',
        kept: 'at the next start the run is listed as failed',
        cleaned: nothingLeft,
        tests: [
          tests(
            'e2e/validation-ends',
            'lists a run as failed after the app was killed while its cluster started, and leaves nothing of it',
          ),
        ],
      },
      untested('it is killed', 'preflight', 'clean-up'),
      untested('it is killed', 'no run'),
    ],
  },
  {
    fault: 'Two apps on one workspace',
    cases: [
      {
        times: ['no run'],
        what: 'the app is started again',
        said: 'the window that is open is shown; the second process ends with exit code 0',
        tests: [tests('e2e/one-instance', 'has one window: a second start shows the first one and ends')],
      },
      {
        times: ['no run'],
        what: 'it is started again while its window closes',
        kept: 'it opens again afterwards',
        tests: [tests('e2e/one-instance', 'that is started again while its window closes opens again afterwards')],
      },
      {
        times: ['load'],
        what: 'another process opens the workspace in which a run goes on',
        kept: 'the run is not taken for an interrupted one',
        said: '`RUN_ACTIVE` if it is to be deleted',
        tests: [
          tests('unit/workbench/store-writers', 'is distinguished from one that still writes'),
          tests('unit/workbench/store', 'deletes a run with its samples, but not one that a living process runs'),
        ],
      },
      {
        times: ['load'],
        what: 'two programs want one agent',
        said: '`AGENT_BUSY` with the name of the one that has it; the agent is free after that',
        tests: [tests('unit/runner-agent/agent-server', 'serves one controller at a time and names it to the second')],
      },
      {
        times: ['load'],
        what: 'two command lines each run a load on simulated brokers at the same time',
        kept: 'both runs, complete and accounted for',
        cleaned: nothingLeft,
        tests: [tests('faults/workspace', 'in which two runs go on at the same time keeps both whole')],
      },
      untested(
        'a command line starts a load on simulated brokers while another one is in this phase of its own',
        'cluster starts',
        'preflight',
        'load',
        'clean-up',
      ),
    ],
  },
]
