/**
 * The suites of `npm test`, the parts of `npm run test:long`, and what each needs before it can run. `vitest.config.ts`
 * makes its projects from these tables, so a new suite or part is one entry here.
 */

import { availableParallelism } from 'node:os'

/**
 * @typedef {'electron' | 'runner' | 'kafka' | 'display'} Need
 *
 * @typedef {object} Suite
 * @property {string} name its name on the command line and in outputs; also the name of its Vitest project
 * @property {readonly Need[]} needs
 * @property {readonly string[]} include globs of its test files
 * @property {number} testTimeoutMs of one test or hook; a bound for one that hangs, never a demand on its speed
 * @property {number} [maxWorkers] files that run at a time; left out: one fewer than there are cores
 * @property {boolean} [sharesModules] files of one worker share what they import; left out: each file starts in a process of
 *   its own
 * @property {readonly string[]} [startFirst] the longest test files, the longest first, so that none of them is left for the end;
 *   before them those that need a new process
 * @property {{ readonly seed: 'source' | 'random', readonly times?: number }} [properties] where fast-check's seed comes from, and how
 *   many times as often each property is tried; left out: it has no property tests
 * @property {string} [beside] the suite, if asked for too, beside which it runs; left out: nothing else runs meanwhile
 * @property {number} [maxConcurrency] tests of one `describe.concurrent` that run at a time
 */

/** @type {readonly Need[]} */
export const allNeeds = ['electron', 'runner', 'kafka', 'display']

/** @type {readonly Need[]} */
const brokers = ['runner', 'kafka']

/**
 * Only a hanging test takes this long. On a machine with eight times as much load as cores, tests of 2 s took over 20
 * s.
 */
const hangMs = 120_000

/** @type {readonly Suite[]} */
export const shortSuites = [
  {
    name: 'unit',
    needs: [],
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    testTimeoutMs: hangMs,
    maxWorkers: availableParallelism(),
    // Shared modules, because starting processes and importing took half of the suite's time.
    sharesModules: true,
    properties: { seed: 'source' },
    startFirst: [
      'tests/unit/workbench/imports/mutated-files.test.ts',
      'tests/unit/house/slow-patterns.test.ts',
      'tests/unit/workbench/agents-fleet.test.ts',
    ],
  },
  {
    name: 'contract',
    needs: [],
    include: ['tests/contract/**/*.test.ts'],
    testTimeoutMs: hangMs,
    maxWorkers: availableParallelism(),
    // 78 s of processor time; 101 s with a process for each file.
    sharesModules: true,
    // This suite computes all the time; the suite of faults waits for more than half of its time.
    beside: 'faults',
  },
  {
    name: 'integration',
    needs: brokers,
    include: ['tests/integration/**/*.test.ts'],
    testTimeoutMs: 300_000,
    // These tests check that something happens, not how fast. With three files on two cores the suite left 29 % of the
    // processors unused and took 247 s; with four, 214 s.
    maxWorkers: 4,
    sharesModules: true,
    properties: { seed: 'source' },
    startFirst: [
      // It needs a process that may still write core files. A command line that another file runs in the same process has
      // set that limit to 0, and only a privileged process could raise it again.
      'tests/integration/canary-core.test.ts',
      'tests/integration/runner-secure.test.ts',
      'tests/integration/runner-cut-short.test.ts',
      'tests/integration/embedded-kafka.test.ts',
      'tests/integration/agents.test.ts',
      'tests/integration/runner-own-cluster.test.ts',
      'tests/integration/runner-run.test.ts',
      'tests/integration/validate-simulated.test.ts',
    ],
  },
  {
    name: 'verdicts',
    needs: brokers,
    include: ['tests/verdicts/**/*.test.ts'],
    testTimeoutMs: 300_000,
    maxWorkers: 1,
    // One file at a time, because five clusters on two cores would disturb each other's measurements.
    maxConcurrency: 3,
  },
  {
    name: 'faults',
    needs: brokers,
    include: ['tests/faults/**/*.test.ts'],
    testTimeoutMs: 300_000,
    // Six runs at a time beside another file's left a controller without processor time for 8 s once in three whole runs.
    maxWorkers: 2,
    maxConcurrency: 3,
  },
  {
    name: 'e2e',
    needs: ['electron', 'display', 'runner', 'kafka'],
    include: ['tests/e2e/**/*.e2e.ts'],
    testTimeoutMs: 300_000,
    // A window often waits for a run of a minute. With three files the suite took 390 s alone. Two took 512 s, though on an
    // earlier commit. With three, 45 of 45 tests passed beside other work with a load average of 26 to 44.
    maxWorkers: 3,
    sharesModules: true,
    startFirst: [
      'tests/e2e/benchmarks.e2e.ts',
      'tests/e2e/validation.e2e.ts',
      'tests/e2e/validation-ends.e2e.ts',
      'tests/e2e/sizing.e2e.ts',
      'tests/e2e/agents.e2e.ts',
      'tests/e2e/page-crash.e2e.ts',
    ],
  },
]

/**
 * The parts of `npm run test:long`, each by name and each meant to take at most 45 minutes on an idle machine (CONTRIBUTING.md
 * says which were timed). A file of tests/long is in exactly one of them (a unit test checks it).
 *
 * @type {readonly Suite[]}
 */
export const longParts = [
  // Clusters of one broker run in parallel, as in the short suite.
  { ...longPart('verdicts', ['verdict-table']), maxConcurrency: 3 },
  longPart('rates', ['known-rates', 'held-rate', 'coordinated-omission', 'pipeline-bound', 'unknown-records']),
  longPart('saturation', ['saturation', 'quota-debt']),
  longPart('faults', [
    ...['fault-matrix', 'broker-failure', 'cluster-changes', 'cluster-clean-up', 'workspace-harm', 'observe-changes'],
  ]),
  longPart('agents', ['agent-bundle', 'agents-lost-controller', 'agents-namespaces', 'two-agents']),
  longPart('benchmarks', ['benchmarks', 'white-paper-benchmark']),
  longPart('tools', ['perf-test-agreement', 'plan-script', 'trogdor']),
  longPart('soak', ['soak']),
  longPart('observe', [
    ...['observe-fields', 'observe-groups', 'observe-many-partitions', 'observe-odd-clusters', 'observe-predict'],
    'observe-same-mix',
  ]),
  longPart('next', ['next-measurement']),
  longPart('engine', ['engine-sanitizers']),
  longPart('verdict-cases', ['verdict-cases']),
  { ...longPart('package', ['package']), needs: ['electron', 'display', ...brokers] },
  { ...longPart('store', ['store-faults']), needs: [] },
  { ...longPart('fuzz', ['fuzz']), needs: [] },
  // Simulated worlds; no brokers.
  { ...longPart('soundness', ['soundness']), needs: [] },
  { ...longPart('planted-faults', ['planted-faults']), needs: [] },
  {
    ...longPart('properties', []),
    needs: [],
    include: ['tests/unit/{capacity,measurement,planning}/**/*.test.ts'],
    maxWorkers: availableParallelism(),
    sharesModules: true,
    // New cases each time, and ten times as many as in the unit suite.
    properties: { seed: 'random', times: 10 },
  },
]

/**
 * Puts suites that run side by side into one round.
 *
 * @param {readonly Suite[]} suites in the order in which they are declared
 * @returns {Suite[][]} the rounds, one after the other; the first suite of each shows what it does while it runs
 */
export function roundsOf(suites) {
  /** @param {Suite} suite */
  const companionsOf = ({ name }) => suites.filter(({ beside }) => beside === name)
  const companions = new Set(suites.flatMap(companionsOf))
  return suites.filter((suite) => !companions.has(suite)).map((suite) => [suite, ...companionsOf(suite)])
}

/**
 * @param {string} name
 * @param {readonly string[]} files of tests/long
 * @returns {Suite}
 */
function longPart(name, files) {
  return {
    name: `long-${name}`,
    needs: brokers,
    include: files.map((file) => `tests/long/${file}.test.ts`),
    testTimeoutMs: 1_200_000,
    maxWorkers: 1,
  }
}

/**
 * Returns the missing needs of a suite, each with the reason why it could not be prepared.
 * @param {Suite} suite
 * @param {ReadonlyMap<Need, string>} missing what could not be made ready, with the remedy
 * @returns {{ need: Need, reason: string }[]} empty if the suite can run
 */
export function lacksOf(suite, missing) {
  return suite.needs.flatMap((need) => {
    const reason = missing.get(need)
    return reason === undefined ? [] : [{ need, reason }]
  })
}

/**
 * The needs that are missing after a failed step of set-up. A step that is not listed stops all suites. A missing
 * system package is reported by the step that needs it.
 */
const needsOfStep = /** @type {const} */ ({
  'system packages': [],
  Electron: ['electron'],
  'runner-package': ['runner'],
  'runner-bundle': ['runner'],
  'kafka-jars': ['kafka'],
})

/**
 * Returns the needs that set-up could not provide, each with reason and remedy.
 *
 * @param {readonly import('../make-ready.mjs').FailedStep[]} failed
 * @returns {Map<Need, string> | undefined} undefined if no suite can run
 */
export function needsOfFailedSteps(failed) {
  /** @type {Map<Need, string>} */
  const missing = new Map()
  for (const { step, message, remedy } of failed) {
    const needs = step in needsOfStep ? needsOfStep[/** @type {keyof typeof needsOfStep} */ (step)] : undefined
    if (needs === undefined) return undefined
    for (const need of needs) missing.set(need, remedy === undefined ? message : `${message}: ${remedy}`)
  }
  return missing
}
