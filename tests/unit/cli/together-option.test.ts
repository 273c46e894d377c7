import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prediction } from '../../../src/contracts/prediction.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { headroom, headroomInFolders } from './run-headroom.ts'

const payments = 'examples/payments.headroom.json'
const iot = 'examples/iot.headroom.json'
const oneDeployment = ['--together', '--deployment-of', '1']

describe('headroom predict --together', () => {
  it('shows what all workloads get, who takes what, and which one to change', async () => {
    const { exitCode, out, err } = await headroom('predict', payments, iot, ...oneDeployment)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toContain('102,000 records/s')
    expect(out).toMatch(/All together need 3 CKUs/)
    expect(out).toMatch(/Who takes what/)
    expect(out).toContain('The peaks of all workloads are taken to coincide.')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('prints the prediction with the parts of every limit', async () => {
    const asked = await headroom('predict', payments, iot, ...oneDeployment, '--growth', '30%/year', '--json')
    const { mixture, answers, ...rest } = asked.json()
    const predicted = prediction.parse(rest)
    expect(mixture.limits.map((limit: { id: string }) => limit.id)).toEqual(predicted.constraints.map(({ id }) => id))
    expect(mixture.workloads).toHaveLength(2)
    expect(mixture.notModelled.length).toBeGreaterThan(3)
    expect(answers.sizes).toHaveLength(2)
  })

  it('of one scenario prints its prediction', async () => {
    const { mixture, ...together } = (await headroom('predict', payments, '--together', '--json')).json()
    expect(together).toEqual((await headroom('predict', payments, '--json')).json())
    expect(mixture.workloads).toHaveLength(1)
  })

  it('fails over a share of any limit of the mixture', async () => {
    const words = ['predict', payments, iot, ...oneDeployment, '--fail-over']
    expect((await headroom(...words, '95%')).exitCode).toBe(0)
    const { exitCode, out } = await headroom(...words, '80%')
    expect(exitCode).toBe(3)
    expect(out).toMatch(/requests/i)
  })

  it('changes one scenario by its number, and all by none', async () => {
    const both = [...oneDeployment, '--size', '3', '--set', '2:workload.producers.0.peakRecordsPerSec=50k/s', '--json']
    const answer = (await headroom('predict', payments, iot, ...both)).json()
    expect(answer.deployment.size).toBe(3)
    expect(answer.offered.recordsPerSec).toBe(52_000)
  })

  it.each([
    ['without a number', 'workload.topics.0.partitions=3', 'name the scenario by its number: --set 1:workload'],
    ['with a number that no scenario has', '3:deployment.size=2', 'expected the number of a scenario, 1 to 2'],
  ])('refuses a change of entries %s', async (_how, change, message) => {
    const { exitCode, err } = await headroom('predict', payments, iot, ...oneDeployment, '--set', change)
    expect(exitCode).toBe(2)
    expect(err).toContain(message)
  })

  it('refuses different deployments with both values and what to do', async () => {
    const { exitCode, err } = await headroom('predict', payments, iot, '--together')
    expect(exitCode).toBe(2)
    expect(err).toMatch(/deployment\.size: 2 in "Payments.*1 in "IoT/)
    expect(err).toContain('--deployment-of N')
  })

  it.each([
    ['options that need it', [payments, '--out', 'x.json'], '--out: needs --together'],
    ['what is asked of one scenario only', [payments, iot, '--together', '--next'], 'a run drives one scenario'],
    [
      'a deployment of no scenario',
      [payments, iot, '--together', '--deployment-of', '3'],
      'scenario, 1 to 2 (found 3)',
    ],
  ])('refuses %s', async (_what, words, message) => {
    const { exitCode, err } = await headroom('predict', ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(message)
  })
})

describe('the scenario that predict --together writes', () => {
  const { folder, headroom: inFolder } = headroomInFolders()

  it('is predicted like the workloads together', async () => {
    const path = join(folder.path, 'both.headroom.json')
    const { mixture, ...together } = (
      await inFolder('predict', payments, iot, ...oneDeployment, '--out', path, '--json')
    ).json()
    expect(mixture.workloads).toHaveLength(2)
    expect(scenario.safeParse(JSON.parse(await readFile(path, 'utf8'))).success).toBe(true)
    expect((await inFolder('predict', path, '--json')).json()).toEqual(together)
  })
})

describe('headroom validate', () => {
  it('refuses several scenarios with what to do instead', async () => {
    const { exitCode, err } = await headroom('validate', payments, iot)
    expect(exitCode).toBe(2)
    expect(err).toContain('headroom predict … --together --out FILE, and validate that file')
  })
})
