import { expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

const first = 'examples/first.headroom.json'

it('names unknown fields and wrong values of --set at once', async () => {
  const unknown = ['--set', 'workload.topics.3.partitions=5', '--set', 'workload.topics.0.partitons=5']
  const { exitCode, err } = await headroom('predict', first, ...unknown, '--set', 'deployment.size=big')
  expect(exitCode).toBe(2)
  expect(err).toContain('has 3 problems')
  expect(err).toContain('workload.topics.3.partitions: workload.topics is a list: it has 1, numbered from 0.')
  expect(err).toContain('Did you mean workload.topics.0.partitions?')
  expect(err).toContain('deployment.size: expected a number (found "big")')
})

it('says of a single unknown field that no scenario has it', async () => {
  const { err } = await headroom('predict', first, '--set', 'deployment.sise=2')
  expect(err).toContain('A scenario has no field "deployment.sise".')
})
