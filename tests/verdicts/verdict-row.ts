/**
 * Runs a row of the table of verdicts on a real Kafka, and holds it to what the table says.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type TestContext } from 'vitest'
import { startTestBrokers } from '../integration/test-brokers.ts'
import { headroomJson } from '../integration/validate-support.ts'
import { noiseOfVerdict, tryAgainOnNoise, whereIs } from '../noise.mjs'
import type { VerdictRow } from './verdict-table.ts'

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'

/** Ten windows of 4 s: two of burn-in and the eight that a verdict needs. */
const quotaWindowSeconds = 4

/** Largest share by which a quota may miss what it is set to. */
const quotaTolerance = 0.03

type Where = { readonly workspace: string; readonly task: TestContext['task'] }

interface Wanted {
  /** The right reason, which is no noise, whatever it is elsewhere. */
  readonly reason: string
  /** True where more is asked of the rates than a verdict: then a run that is itself in doubt about them tells nothing. */
  readonly isSteady: boolean
}

/** A validation; made again where the machine was too busy for a verdict. Records that do not add up fail it. */
export async function validate(where: Where, call: readonly string[], wanted: Wanted, env: NodeJS.ProcessEnv = {}) {
  return tryAgainOnNoise(
    whereIs(where.task),
    async () => {
      const answer = await headroomJson(where.workspace, ['validate', ...call], env)
      expect(answer.value.error, answer.err).toBeUndefined()
      showAttempt(where, answer.value)
      expect([answer.value.accounting.isClosed, answer.value.accounting.gaps]).toEqual([true, []])
      return answer
    },
    ({ value }) => noiseOfVerdict(value, wanted.reason) ?? (wanted.isSteady ? value.steadyWindow?.doubt : null),
  )
}

/** Runs the row and expects its answer; gives it for more. */
export async function expectRow(row: VerdictRow, where: Where) {
  const expected = row.knownWrong ?? row.right
  const common = ['--quota-window-seconds', String(quotaWindowSeconds), '--expect', 'confirmed']
  const replicas = ['--set', `workload.topics.0.replicationFactor=${row.brokers}`]
  const call = [orders2020, ...row.words, ...replicas, ...common]
  const wanted = { reason: expected.reasonCode ?? '', isSteady: row.heldAtBytesPerSec !== undefined }
  const answer = await onTarget(row, where, (target) => validate(where, [...call, ...target], wanted))
  const { exitCode, value, err } = answer
  expect([value.verdict, value.reasonCode], `${value.reason}\n${changedText(row)}${err}`).toEqual([
    expected.verdict,
    expected.reasonCode ?? value.reasonCode,
  ])
  expect(exitCode).toBe(expected.verdict === 'confirmed' ? 0 : 3)
  if (row.heldAtBytesPerSec !== undefined && value.steady !== null) {
    const { mean } = value.steady.ingressWireBytesPerSec
    expect(Math.abs(mean / row.heldAtBytesPerSec - 1), `${mean} of ${row.heldAtBytesPerSec}`).toBeLessThan(
      quotaTolerance,
    )
  }
  return answer
}

/** The embedded cluster, or one of the test's own that the run finds as a cluster of the user's. */
async function onTarget<T>(row: VerdictRow, { workspace }: Where, run: (words: readonly string[]) => Promise<T>) {
  if (row.ownQuotas === undefined) return run(['--target', 'embedded:kafka'])
  const brokers = await startTestBrokers({ brokers: row.brokers, quotas: row.ownQuotas, quotaWindowSeconds })
  try {
    const path = join(workspace, 'own.properties')
    await writeFile(path, `bootstrap.servers=${brokers.bootstrapServers.join(',')}\nsecurity.protocol=PLAINTEXT\n`)
    return await run(['--target', path, '--yes'])
  } finally {
    await brokers.stop()
  }
}

function changedText({ knownWrong }: VerdictRow): string {
  if (knownWrong === undefined) return ''
  return `This row is known wrong (${knownWrong.why}). Where it is right now, strike knownWrong from the table.\n`
}

/** One line an attempt: what the commit after the first sight quotes. */
function showAttempt({ task }: Where, value: Awaited<ReturnType<typeof headroomJson>>['value']): void {
  const figures = (['ingressWireBytesPerSec', 'egressWireBytesPerSec'] as const).map((figure) => {
    const { mean, low, high } = value.steady?.[figure] ?? {}
    const { low: from, high: to } = value.prediction.expected[figure]
    return `${[mean, low, high].map(megabytes).join(' ')} of ${megabytes(from)} to ${megabytes(to)}`
  })
  const busy = value.client?.hostCpuMean?.toFixed(2)
  process.stderr.write(
    `ROW ${task.name}: ${value.verdict} ${value.reasonCode}; MB/s ${figures.join('; ')}; CPU ${busy}\n`,
  )
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '?' : (bytes / 1e6).toFixed(3)
}
