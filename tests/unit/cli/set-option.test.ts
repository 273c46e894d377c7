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

it('refuses a field that is given twice, by whichever options', async () => {
  const { exitCode, err } = await headroom('predict', first, '--size', '6', '--set', 'deployment.size=3')
  expect(exitCode).toBe(2)
  expect(err).toContain('deployment.size: given twice, as 3 and 6; leave one out')
  const alias = ['--set', 'workload.producers.0.linger.ms=5', '--set', 'workload.producers.0.lingerMs=7']
  expect((await headroom('predict', first, ...alias)).err).toContain('given twice, as 5 and 7')
})

it('suggests the whole path of a field that is written without its beginning', async () => {
  const { err } = await headroom('predict', first, '--set', 'topics.0.partitions=10')
  expect(err).toContain('Did you mean workload.topics.0.partitions?')
})

it('accepts -1 for acks, as Kafka does, and says what unlimited retention needs', async () => {
  const acks = await headroom('predict', first, '--set', 'workload.producers.0.acks=-1', '--json')
  const all = await headroom('predict', first, '--set', 'workload.producers.0.acks=all', '--json')
  expect(acks.exitCode).toBe(0)
  expect(acks.out).toBe(all.out)
  const { exitCode, err } = await headroom('predict', first, '--set', 'workload.topics.0.retention.ms=-1')
  expect(exitCode).toBe(2)
  expect(err).toContain('unlimited retention needs unlimited disks')
})

it('says that standard input is not read', async () => {
  const { exitCode, err } = await headroom('predict', '-')
  expect(exitCode).toBe(2)
  expect(err).toContain('does not read standard input')
})
