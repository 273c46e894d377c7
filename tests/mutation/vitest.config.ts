import { defineConfig } from 'vitest/config'

const patterns = (process.env.HEADROOM_MUTATION_TESTS ?? '').split(';').filter((pattern) => pattern !== '')

/** For Stryker, which runs the tests of one part at a time (`scripts/mutation.mjs` says which): one project, no others. */
export default defineConfig({
  test: {
    include: patterns.filter((pattern) => !pattern.startsWith('!')),
    exclude: [
      '**/node_modules/**',
      ...patterns.filter((pattern) => pattern.startsWith('!')).map((each) => each.slice(1)),
    ],
    // The test files that try one mutant share what they import; importing took most of the time. The next mutant gets a
    // worker of its own, so that nothing that was computed with one mutant is seen with another.
    isolate: false,
    testTimeout: 60_000,
  },
})
