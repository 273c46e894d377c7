/**
 * The parts of the source that mutation testing scores: their files, the tests that should notice mutants, and the goal.
 */

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} sources files and folders
 * @property {readonly string[]} [except] files of its folders that it leaves out
 * @property {readonly string[]} tests patterns of the test files; with a ! before it, of those left out
 * @property {number} goalPercent
 * @property {boolean} isDue whether the command fails below the goal; else it is a goal for later
 */

/** @type {readonly Part[]} */
export const mutationParts = [
  {
    name: 'accounting',
    sources: [
      'src/measurement/accounting.ts',
      'src/measurement/group-accounting.ts',
      'src/measurement/producer-totals.ts',
    ],
    tests: [
      'tests/unit/measurement/*accounting*.test.ts',
      'tests/unit/measurement/producer-totals*.test.ts',
      'tests/unit/measurement/cut-runs.test.ts',
    ],
    goalPercent: 95,
    isDue: true,
  },
  {
    // What decides the verdict of a run.
    name: 'verdicts',
    sources: [
      'src/evidence/overlay.ts',
      'src/evidence/overlay-import.ts',
      'src/evidence/verdict',
      'src/evidence/discrimination.ts',
      'src/evidence/enforced-dimensions.ts',
      'src/evidence/shortfall.ts',
      'src/evidence/wire-profile.ts',
      'src/evidence/limit-signs.ts',
      'src/evidence/comparisons.ts',
      'src/evidence/without-request-framing.ts',
      'src/evidence/marks.ts',
      'src/evidence/request-profile.ts',
      'src/evidence/counted-limits.ts',
    ],
    tests: [
      'tests/unit/evidence/overlay*.test.ts',
      // This test is of overlay-run.ts, a file of the next part. It judges a run while it is loaded, so that every mutant
      // would have to be tried with all tests.
      '!tests/unit/evidence/overlay-run.test.ts',
      'tests/unit/evidence/verdict/*.test.ts',
      'tests/unit/evidence/{discrimination,enforced-dimensions,shortfall,wire-profile,limit-signs}.test.ts',
      'tests/unit/evidence/{comparisons,framing,marks,request-profile}.test.ts',
    ],
    goalPercent: 95,
    isDue: true,
  },
  {
    name: 'evidence',
    sources: ['src/evidence'],
    tests: ['tests/unit/evidence/*.test.ts'],
    goalPercent: 95,
    isDue: false,
  },
  {
    name: 'redact',
    sources: ['src/contracts/redact.ts', 'src/contracts/hide-hosts.ts'],
    tests: ['tests/unit/contracts/{redact,hide-hosts}*.test.ts'],
    goalPercent: 95,
    isDue: true,
  },
  {
    name: 'agent',
    sources: ['src/runner/agent'],
    // What an agent does once its controller is let in, and the certificate that it makes.
    except: [
      'src/runner/agent/main.ts',
      'src/runner/agent/host-bridge.ts',
      'src/runner/agent/self-signed-certificate.ts',
    ],
    tests: ['tests/unit/runner-agent/*.test.ts'],
    goalPercent: 95,
    isDue: true,
  },
  {
    name: 'main',
    sources: [
      'src/main/answer-calls.ts',
      'src/main/app-scheme.ts',
      'src/main/checked-sender.ts',
      'src/main/external-links.ts',
      'src/main/page-guard.ts',
      'src/main/shell-calls.ts',
    ],
    tests: ['tests/unit/main/*.test.ts'],
    goalPercent: 95,
    isDue: true,
  },
  {
    name: 'capacity',
    sources: ['src/capacity'],
    tests: [
      'tests/unit/capacity/**/*.test.ts',
      // Random cases, 1 to 40 s a file: a survivor would cost minutes.
      '!tests/unit/capacity/{laws,predict-laws,mutated-models,extreme-models}.test.ts',
      '!tests/unit/capacity/{no-jumps,more-bought,more-load,same-sizes,same-refusals,consistency,shown-formulas}.test.ts',
      '!tests/unit/capacity/{forecast/every-day,mixture/mixture-laws}.test.ts',
    ],
    goalPercent: 85,
    isDue: false,
  },
  {
    name: 'measurement',
    sources: ['src/measurement'],
    tests: [
      'tests/unit/measurement/**/*.test.ts',
      // Random cases, as above.
      '!tests/unit/measurement/{histogram,condense-samples}.test.ts',
      '!tests/unit/measurement/imports/mutations.test.ts',
    ],
    goalPercent: 85,
    isDue: false,
  },
  {
    name: 'planning',
    sources: ['src/planning'],
    tests: ['tests/unit/planning/*.test.ts'],
    goalPercent: 85,
    isDue: false,
  },
]
