/** What the owner of a cluster may do to it while a run writes to it. */
import { type Fault, runGoesOn, tests } from './fault.ts'

export const clusterFaults: readonly Fault[] = [
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
      {
        times: ['clean-up'],
        what: 'a topic that a run wrote to, while the run drains',
        kept: runGoesOn,
        cleaned: 'the runner names nothing that it left',
        tests: [
          tests(
            'long/cluster-clean-up',
            'whose topic is deleted while the run drains is left without it, and the run names nothing',
          ),
        ],
      },
      {
        times: ['no run'],
        what: 'a topic of a cluster that is being read',
        kept: 'the reading of the other topics',
        said: 'which topic was deleted',
        tests: [
          tests(
            'long/observe-changes',
            'while one of its topics is deleted is read to the end, with a note on that topic',
          ),
        ],
      },
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
      {
        times: ['preflight'],
        what: 'the right to make topics is missing on a real cluster',
        said: '`PREFLIGHT_FAILED`: the user may not do this, and which rights to give',
        cleaned: 'nothing was written, and no topic was made',
        tests: [tests('long/cluster-clean-up', 'to make topics that is missing is said before anything is written')],
      },
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
      {
        times: ['clean-up'],
        what: 'the right to delete its topic and its group is revoked under the load of a run on a real cluster',
        kept: runGoesOn,
        said: 'the topic and the group that are left, and why',
        cleaned: 'nothing: both are still there',
        tests: [
          tests(
            'long/cluster-clean-up',
            'to delete that is revoked under the load leaves topic and group, and the run names both',
          ),
        ],
      },
      {
        times: ['clean-up'],
        what: 'all rights to them are revoked while the run drains, so that the cluster lists neither any more',
        kept: 'the run goes on to its end',
        said: 'the topic and the group that are left',
        cleaned: 'nothing: the topic is still there, and is not called deleted',
        tests: [
          tests(
            'long/cluster-clean-up',
            'of any kind that is revoked while the run drains leaves a topic that is not listed, and the run names it',
          ),
          tests(
            'unit/runner/delete-created',
            'that the user may no longer describe is not taken for deleted because it is not listed',
          ),
        ],
      },
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
