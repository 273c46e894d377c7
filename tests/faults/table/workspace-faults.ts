/** Faults of the workspace and of the disk that it is on. */
import { type Fault, type FaultCase, type FaultTime, nothingLeft, tests, untested } from './fault.ts'

/**
 * What befalls the workspace of a run on simulated brokers: before its load and, with a result by then, under it or after it.
 */
function harmOfRun(
  what: string,
  said: string,
  kept: { readonly before: string; readonly later: string },
  later: readonly FaultTime[] = ['load', 'clean-up'],
): FaultCase[] {
  const more = {
    what: `${what}, in a run on simulated brokers`,
    said: `${said}, exit code 9`,
    cleaned: nothingLeft,
    tests: [tests('long/workspace-harm', '%s while a run is in its phase %s is said, and nothing is left')],
  }
  return [
    { ...more, times: ['cluster starts', 'preflight'], kept: kept.before },
    { ...more, times: later, kept: kept.later },
  ]
}

/** Where the workspace can be read afterwards. */
const keptIfReadable = {
  before: 'the run, as failed; its load does not begin',
  later: 'the run with its result, as partial',
}
/** Where a part of it cannot. */
const keptIfCut = {
  before: 'the run, as failed, unless the workspace no longer opens, which it says',
  later: 'the run with its result, as partial, unless the workspace no longer opens, which it says',
}
/** Where it cannot. */
const keptIfDamaged = {
  before: 'nothing: the workspace no longer opens, which it says',
  later: 'nothing: the workspace no longer opens, which it says',
}

export const workspaceFaults: readonly Fault[] = [
  {
    fault: 'The disk is full',
    cases: [
      {
        times: ['cluster starts'],
        what: 'there is less room than the run needs',
        said: '`DISK_FULL`',
        cleaned: 'nothing is left in the folder of runners',
        tests: [
          tests(
            'integration/embedded-kafka',
            'refuses to start if the disk is too small for the run, and leaves nothing',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'the workspace has no room for a sample',
        kept: 'the run, as partial; samples from before; the result counts the one that could not be kept',
        said: '`DISK_FULL`, exit code 9',
        cleaned: 'the load is stopped',
        tests: [
          tests('faults/refusals', 'stops a run whose samples cannot be kept, and says so'),
          tests('unit/workbench/validations', 'is stopped when the disk is full, and the samples before that are kept'),
          tests('unit/workbench/store', 'says that the disk is full, and keeps what was written before'),
        ],
      },
      untested('the disk of an embedded broker, which is that of the runner’s own files', 'load'),
      ...harmOfRun('the workspace', '`DISK_FULL`', keptIfReadable),
      {
        times: ['no run'],
        what: 'each write of the workspace’s store in turn fails, fails with all after it, is cut short, or is the last of a killed process; also while it is made or migrated',
        kept: 'everything that was acknowledged; the workspace opens and can be written',
        said: '`DISK_FULL` or `STORE_UNUSABLE` for what was refused',
        tests: [tests('long/store-faults', '%s opens with all that it acknowledged, whichever call fails (%s)')],
      },
      {
        times: ['no run'],
        what: 'a report is written',
        kept: 'an older report of the same name',
        said: '`DISK_FULL`, exit code 9, with the path and a remedy',
        cleaned: 'no half of a file is left',
        tests: [
          tests('faults/refusals', 'while a report is written leaves no half of it'),
          tests(
            'unit/workbench/reports/write-report',
            'a report says so, and leaves neither half a file nor the older one harmed',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'a result is printed to a full disk',
        said: 'that the disk is full, as an exit code and a sentence without a stack trace',
        tests: [tests('unit/cli/process-terminal', 'makes a failure of a result that the disk has no room for')],
      },
    ],
  },
  {
    fault: 'The workspace is damaged or truncated',
    cases: [
      {
        times: ['no run'],
        what: 'its database is something else',
        said: '`STORE_UNUSABLE`: damaged; `headroom doctor` says so too',
        tests: [
          tests('unit/workbench/store', 'is refused if it is not a database'),
          tests(
            'unit/cli/doctor',
            'tells a good workspace from one of a newer version, a damaged one, and one that is locked',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'one record in it is damaged',
        kept: 'the other runs can be read',
        said: 'which run is damaged',
        tests: [tests('unit/workbench/store', 'names a damaged record and leaves the others alone')],
      },
      {
        times: ['no run'],
        what: 'a newer Headroom wrote it',
        kept: 'it is not changed',
        said: '`STORE_NEWER` with the version',
        tests: [tests('unit/workbench/store', 'is refused if a newer Headroom wrote it, and is not changed')],
      },
      {
        times: ['no run'],
        what: 'its migration fails',
        kept: 'the store is as it was',
        said: '`STORE_UNUSABLE`',
        tests: [tests('unit/workbench/store-migrations', 'that fail leave the store as it was')],
      },
      {
        times: ['no run'],
        what: 'a lease file is torn',
        said: 'its name',
        cleaned: 'the lease file is removed',
        tests: [tests('unit/runner/lease', 'removes a lease that cannot be read, and says so')],
      },
      {
        times: ['no run'],
        what: 'its database lacks its end, or was emptied',
        said: '`STORE_UNUSABLE`: damaged, with the path',
        tests: [tests('unit/workbench/store-harmed', 'is refused as damaged if its database lacks %s')],
      },
      {
        times: ['no run'],
        what: 'the log beside it, of what was written last, lacks its end',
        kept: 'every sample before the cut',
        tests: [
          tests(
            'unit/workbench/store-harmed',
            'keeps every sample before the cut if it is in the log of what was written last',
          ),
        ],
      },
      ...harmOfRun('its database is truncated', '`STORE_UNUSABLE`: damaged', keptIfCut),
      ...harmOfRun('its database is overwritten', '`STORE_UNUSABLE`: damaged', keptIfDamaged, ['load']),
      {
        times: ['clean-up'],
        what: 'its database is overwritten, in a run on simulated brokers',
        said: '`STORE_UNUSABLE`: damaged, by the next start at the latest; the run itself may end with exit code 0',
        cleaned: nothingLeft,
        tests: [
          tests('long/workspace-harm', 'is overwritten while a run cleans up is said by the next start at the latest'),
        ],
      },
      ...harmOfRun('its database is moved away', '`STORE_UNUSABLE`: moved, deleted or replaced', {
        before: 'not asserted',
        later: 'the result is printed',
      }),
      {
        times: ['no run'],
        what: 'its database is moved, replaced, cut or overwritten while it is open',
        kept: 'nothing that is refused counts as stored',
        said: '`STORE_UNUSABLE`, at the next write or when the outcome of a run is stored',
        tests: [
          tests(
            'unit/workbench/store-harmed',
            'says of the next write that it was %s, and writes nothing',
            'says of the next write that it is damaged if it %s',
            'does not take the outcome of a run that cannot be read again',
          ),
        ],
      },
    ],
  },
  {
    fault: 'The workspace cannot be written',
    cases: [
      {
        times: ['no run'],
        what: 'a part of its path is a file',
        kept: 'the workbench answers what needs no workspace, such as the list of examples',
        said: '`STORE_UNUSABLE`, exit code 9, with the path',
        tests: [
          tests('faults/refusals', 'because the workspace is no folder says so'),
          tests('unit/workbench/store', 'is refused if its folder is a file'),
          tests('unit/workbench/ipc-server', 'serves sizing if the store cannot be used'),
          tests('unit/cli/doctor', 'says so if the folder of the workspace cannot be written'),
        ],
      },
      {
        times: ['no run'],
        what: 'the folder of a report may not be written',
        said: '`FILE_UNWRITABLE`: access is denied',
        tests: [tests('unit/workbench/assert-writable', 'is reported if access is denied')],
      },
      {
        times: ['no run'],
        what: 'its files are read-only',
        kept: 'its runs can be read',
        said: '`STORE_UNUSABLE` for every write: the database is read-only, and what to do',
        tests: [tests('unit/workbench/store-harmed', 'shows its runs, and says of every write that it is read-only')],
      },
      {
        times: ['no run'],
        what: 'it is read-only and has a run to recover',
        kept: 'the run is shown as partial, with its result, and stored as that when it can be written',
        said: '`partial`, `app-killed`',
        tests: [tests('unit/workbench/store-harmed', 'is shown with its result in a workspace that may only be read')],
      },
      ...harmOfRun('it becomes read-only', '`STORE_UNUSABLE`: its disk refuses writes', keptIfReadable),
    ],
  },
  {
    fault: 'The workspace is locked',
    cases: [
      {
        times: ['load'],
        what: 'two writers in turn',
        kept: 'every sample',
        tests: [tests('unit/workbench/store', 'lets two writers take turns')],
      },
      {
        times: ['no run'],
        what: 'another process is writing',
        said: '`headroom doctor` says so',
        tests: [
          tests(
            'unit/cli/doctor',
            'tells a good workspace from one of a newer version, a damaged one, and one that is locked',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'another process holds it for longer than the 5 s that a writer waits, and it has a run to recover',
        kept: 'the run is listed as partial, and stored as that afterwards',
        tests: [
          tests(
            'unit/workbench/store-harmed',
            'is listed as partial while another process holds the workspace, and stored as that afterwards',
          ),
        ],
      },
      {
        times: ['load'],
        what: 'another process holds it for longer than the 5 s that a writer waits',
        kept: 'the run with its result, as partial',
        said: '`STORE_UNUSABLE`: locked by another process, exit code 9',
        cleaned: `the load is stopped; ${nothingLeft}`,
        tests: [tests('faults/workspace', 'that another process holds stops the run, which is kept as partial')],
      },
      ...harmOfRun(
        'another process holds it until the run has ended',
        '`STORE_UNUSABLE`: locked by another process',
        keptIfReadable,
      ),
    ],
  },
]
