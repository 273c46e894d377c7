import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calibration } from '../../../src/contracts/calibration.ts'
import { modelOf } from '../../../src/renderer/features/sizing/model-of.ts'
import { readScenario } from '../../../src/workbench/sizing/scenario-files.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { createWorkbench } from '../../../src/workbench/workbench.ts'
import { serviceRun } from '../evidence/known-runs.ts'
import { headroom } from './run-headroom.ts'

const workspace = mkdtempSync(join(tmpdir(), 'headroom-calibrate-'))
const at = ['--workspace', workspace]
const model = 'confluent-cloud-dedicated'
const scenario = 'examples/first.headroom.json'

beforeAll(() => {
  const store = openStore(workspace)
  for (const run of [serviceRun('one', 66e6), serviceRun('two', 132e6, { size: 2 })]) {
    store.insertRun(run)
    store.updateRun(run)
  }
  store.close()
})

afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe('headroom models calibrate', () => {
  it('fits stored runs, keeps the outcome, and predictions name it', async () => {
    const made = await headroom('models', 'calibrate', model, '--runs', 'one,two', '--name', 'staging', ...at)
    expect([made.exitCode, made.err]).toEqual([0, ''])
    expect(made.out).toMatch(/burst\.2026-03 +1 ratio +1\.1 ratio +/)
    expect(made.out).toMatch(/runs +9\.1 % +(0|< 0\.1) %/)
    expect(made.out).toContain('burst.2026-03: 2 runs (the model was 9.1 % too low) depend on it')
    expect(made.out).toContain('--calibration staging')

    const listed = await headroom('models', 'calibrations', 'list', ...at)
    expect(listed.out).toMatch(/staging +confluent-cloud-dedicated +\d{4}-\d\d-\d\d +2 runs +burst\.2026-03 1\.1/)

    const change = ['--as-of', '2026-03', '--set', 'deployment.size=2']
    const plain = (await headroom('predict', scenario, ...change, '--json')).json()
    const laid = (await headroom('predict', scenario, ...change, '--calibration', 'staging', '--json', ...at)).json()
    expect(plain.calibration).toBeUndefined()
    expect(laid.calibration.name).toBe('staging')
    expect(laid.calibration.parameters['burst.2026-03']).toBeCloseTo(1.1, 4)
    expect(laid.achievable).toEqual(plain.achievable)
    const text = (await headroom('predict', scenario, '--calibration', 'staging', '--reverse', ...at)).out
    expect(text).toContain('With the calibration staging: burst.2026-03 = 1.1.')
  })

  it('is laid over the model by every command that predicts, in the same way', async () => {
    const laid = ['--calibration', 'staging', ...at]
    const name = 'calibration staging'
    expect((await headroom('explain', scenario, ...laid)).out).toContain(name)
    const explained = (await headroom('explain', scenario, ...laid, '--json')).json()
    expect(explained.prediction.calibration.name).toBe('staging')

    const over = ['--over', 'deployment.size=1,2']
    expect((await headroom('sweep', scenario, ...over, ...laid)).out).toContain(name)
    const swept = (await headroom('sweep', scenario, ...over, ...laid, '--json')).json()
    expect(swept.calibration.parameters['burst.2026-03']).toBeCloseTo(1.1, 4)

    const models = ['--models', `${model},aws-msk-express`]
    expect((await headroom('compare', scenario, ...models, ...laid)).out).toMatch(
      new RegExp(`\\(${model}\\)\\s+calibrated: staging`),
    )
    const compared = (await headroom('compare', scenario, ...models, ...laid, '--json')).json()
    const calibrated = compared.offerings.map((row: { offering: string; calibration: string | null }) => [
      row.offering,
      row.calibration,
    ])
    expect(calibrated).toContainEqual([model, 'staging'])
    expect(calibrated).toContainEqual(['aws-msk-express', null])

    const out = join(workspace, 'report')
    const report = await headroom('report', 'sizing', scenario, '--format', 'md,json', '--out', out, ...laid)
    expect([report.exitCode, report.err]).toEqual([0, ''])
    const files = readdirSync(out).map((file) => readFileSync(join(out, file), 'utf8'))
    expect(files).toHaveLength(2)
    for (const file of files) expect(file).toContain('staging')
  })

  it('has a report with the errors before and after on a chart, and with what moved and why', async () => {
    const out = join(workspace, 'calibration-report')
    const written = await headroom('report', 'calibration', 'staging', '--format', 'html,md,json', '--out', out, ...at)
    expect([written.exitCode, written.err]).toEqual([0, ''])
    const [html = '', md = '', json = ''] = ['html', 'md', 'json'].map((format) =>
      readFileSync(join(out, `headroom-calibration-staging.${format}`), 'utf8'),
    )
    expect(html).toMatch(/<svg[^>]*>/)
    for (const page of [html, md]) {
      expect(page).toContain('Predicted over measured, before and after the calibration')
      expect(page).toContain('2 runs (the model was 9.1 % too low) depend on it')
      expect(page).toContain('2 runs moved burst.2026-03 from 1 to 1.1')
    }
    expect(
      calibration
        .parse(JSON.parse(json))
        .figures?.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['one', 'two'])
    expect((await headroom('report', 'calibration', 'nobody', ...at)).err).toContain('Name one of: staging')
  })

  it('is a field of the scenario, so that the window and a run use it too', async () => {
    const workbench = createWorkbench({
      workspacePath: workspace,
      resourcesRoot: process.cwd(),
      resolveSecrets: async () => ({}),
      printPdf: async () => {},
    })
    const listed = await workbench.handlers['models.list']({})
    const request = await readScenario(scenario, [{ path: 'deployment.calibration', value: 'staging' }])
    const target = { kind: 'embedded:simulated' } as const
    const preview = await workbench.handlers['validation.preview']({ scenario: request, target })
    await workbench.close()
    expect(listed.calibrations.map(({ name }) => name)).toEqual(['staging'])
    expect(preview.prediction.calibration?.name).toBe('staging')
    const known = modelOf(request.deployment, listed)
    expect(known.offering?.calibration?.name).toBe('staging')
    expect(modelOf({ offering: model, calibration: 'july' }, listed).error?.message).toContain('“july”')
    expect(modelOf({ offering: 'aws-msk-express', calibration: 'staging' }, listed).error?.message).toContain(model)
    expect(modelOf({ offering: 'nobody' }, listed).error?.message).toContain('“nobody”')
  })

  it('is made and deleted from the window too', async () => {
    const { handlers, close } = createWorkbench({
      workspacePath: workspace,
      resourcesRoot: process.cwd(),
      resolveSecrets: async () => ({}),
      printPdf: async () => {},
    })
    const made = await handlers['models.calibrate']({ model, name: 'window', runIds: ['one', 'two'] })
    expect(made).toMatchObject({ model, name: 'window', parameters: [{ id: 'burst.2026-03' }] })
    expect((await handlers['models.list']({})).calibrations.map(({ name }) => name)).toContain('window')
    await handlers['calibrations.delete']({ name: 'window' })
    expect((await handlers['models.list']({})).calibrations.map(({ name }) => name)).not.toContain('window')
    await close()
  })

  it('prevents only its own use if its file is damaged', async () => {
    const path = join(workspace, 'calibrations', 'torn.calibration.json')
    writeFileSync(path, '{ "kind": ')
    const listed = await headroom('models', 'calibrations', 'list', ...at)
    expect([listed.exitCode, listed.out]).toEqual([0, expect.stringContaining(path)])
    expect(listed.out).toContain('staging')
    expect((await headroom('predict', scenario, '--calibration', 'staging', ...at)).exitCode).toBe(0)
    expect((await headroom('predict', scenario, '--calibration', 'torn', ...at)).err).toContain(path)
    rmSync(path)
  })

  it('does not overwrite a calibration, and deletes it on request', async () => {
    const again = await headroom('models', 'calibrate', model, '--runs', 'one,two', '--name', 'staging', ...at)
    expect(again.exitCode).toBe(2)
    expect(again.err).toContain('calibrations delete staging')
    expect((await headroom('models', 'calibrations', 'delete', 'staging', ...at)).exitCode).toBe(0)
    expect((await headroom('models', 'calibrations', 'list', ...at)).out).toContain('no calibration')
    expect((await headroom('predict', scenario, '--calibration', 'staging', ...at)).err).toContain(
      'no calibration "staging"',
    )
  })

  it.each([
    [['--runs', 'one,two'], 'needs a name'],
    [['--name', 'x'], 'needs runs'],
    [['--runs', 'one', '--name', 'x'], 'Too few runs'],
    [['--runs', 'one,nowhere', '--name', 'x'], 'There is no run nowhere'],
    [['--runs', 'one,two', '--name', '../x'], 'name "../x"'],
  ])('refuses %j and stores nothing', async (words, sentence) => {
    const { exitCode, err } = await headroom('models', 'calibrate', model, ...words, ...at)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
    expect(readdirSync(join(workspace, 'calibrations'))).toEqual([])
  })
})
