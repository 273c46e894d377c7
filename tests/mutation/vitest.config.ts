import { defineConfig } from 'vitest/config'

/** For Stryker, which runs the tests of one part at a time (`scripts/mutation.mjs` says which): one project, no others. */
export default defineConfig({
  test: {
    include: (process.env.HEADROOM_MUTATION_TESTS ?? '').split(',').filter((pattern) => pattern !== ''),
    testTimeout: 60_000,
  },
})
