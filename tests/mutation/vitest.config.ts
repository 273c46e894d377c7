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
    testTimeout: 60_000,
  },
})
