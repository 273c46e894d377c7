import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import { loadModels } from '../../../src/workbench/sizing/offerings.ts'
import { createWorkbench } from '../../../src/workbench/workbench.ts'
import { memoryTerminal } from '../cli/memory-terminal.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const modelsPath = join(process.cwd(), 'models')
const workspace = temporaryFolder()
let ownModelsPath = ''

beforeEach(async () => {
  ownModelsPath = join(workspace.path, 'models')
  await mkdir(ownModelsPath)
})

async function writeModel(fileName: string, change: object): Promise<string> {
  const shipped: unknown = JSON.parse(await readFile(join(modelsPath, 'redpanda-cloud-serverless.json'), 'utf8'))
  const path = join(ownModelsPath, fileName)
  await writeFile(path, JSON.stringify({ ...(shipped as object), ...change }))
  return path
}

async function brokenFiles() {
  return (await loadModels({ modelsPath, ownModelsPath })).broken
}

/** Runs a command line on the workspace of the test. */
async function headroom(...words: string[]) {
  const terminal = memoryTerminal()
  const where = ['--workspace', workspace.path]
  const exitCode = await runCli([...words, ...where], { terminal, resourcesRoot: process.cwd(), environment: {} })
  return { exitCode, out: terminal.stdout, err: terminal.stderr }
}

describe('models of the workspace', () => {
  it('stand beside those that come with Headroom, with a $schema for editors', async () => {
    await writeModel('ours.json', { id: 'ours', $schema: '../offering.schema.json' })
    const ids = (await loadModels({ modelsPath, ownModelsPath })).offerings.map((each) => each.id)
    expect(ids).toEqual([...ids].sort())
    expect(ids).toContain('ours')
    expect(ids).toContain('redpanda-cloud-serverless')
  })

  it('need not exist', async () => {
    const shipped = await loadModels({ modelsPath, ownModelsPath: null })
    expect(await loadModels({ modelsPath, ownModelsPath: join(workspace.path, 'none') })).toEqual(shipped)
  })

  it('replace the model of their id that comes with Headroom, and every answer names their file', async () => {
    await writeModel('newer.json', { name: 'Redpanda, checked by us' })
    const { offerings, broken } = await loadModels({ modelsPath, ownModelsPath })
    expect(broken).toEqual([])
    const named = offerings.filter(({ id }) => id === 'redpanda-cloud-serverless')
    expect(named.map(({ name, ownFile }) => [name, ownFile])).toEqual([
      ['Redpanda, checked by us', { name: 'newer.json', replacesShipped: true }],
    ])
    const scenario = ['examples/first.headroom.json', '--set', 'deployment.offering=redpanda-cloud-serverless']
    const on = [...scenario, '--set', 'deployment.size=1', '--as-of', '2026-11']
    for (const words of [
      ['models', 'list'],
      ['models', 'show', 'redpanda-cloud-serverless'],
      ['predict', ...on],
      ['explain', ...on],
      ['bill', ...on],
      ['compare', 'examples/first.headroom.json', '--models', 'redpanda-cloud-serverless,aws-msk-express'],
    ]) {
      const { out, err } = await headroom(...words)
      expect([words[0], err, out.includes('newer.json')]).toEqual([words[0], '', true])
    }
  })

  it('do not replace a model that is newer, and say so with both dates', async () => {
    const shipped: { limitSets: { asOf: string }[] } = JSON.parse(
      await readFile(join(modelsPath, 'redpanda-cloud-serverless.json'), 'utf8'),
    )
    const older = JSON.parse(JSON.stringify(shipped.limitSets).replace(/"20\d\d-\d\d(-\d\d)?"/g, '"2019-05"'))
    const path = await writeModel('old.json', { name: 'Too old', limitSets: older.slice(0, 1) })
    const { offerings, broken } = await loadModels({ modelsPath, ownModelsPath })
    expect(offerings.find(({ id }) => id === 'redpanda-cloud-serverless')).toMatchObject({
      name: expect.not.stringContaining('Too old'),
    })
    expect(broken.map(({ error }) => [error.problems[0]?.place, error.problems[0]?.message])).toEqual([
      [`${path}: limitSets`, expect.stringMatching(/^the newest date is 2019-05; the model .* has limits of 20\d\d/)],
    ])
  })

  it('do not name their own file: only Headroom does', async () => {
    const path = await writeModel('named.json', { id: 'ours', ownFile: { name: 'else.json', replacesShipped: false } })
    const [broken] = await brokenFiles()
    expect(broken?.error.problems.map(({ place }) => place)).toEqual([`${path}: ownFile`])
  })

  it('may not share an id', async () => {
    const first = await writeModel('a.json', { id: 'ours' })
    const second = await writeModel('b.json', { id: 'ours' })
    const { offerings, broken } = await loadModels({ modelsPath, ownModelsPath })
    expect(offerings.filter((each) => each.id === 'ours')).toHaveLength(1)
    expect(broken.map(({ error }) => error.problems)).toEqual([
      [{ place: `${second}: id`, message: `"ours" is the id of ${first} already` }],
    ])
  })

  it('are reported with every problem of every file, each with its file and place', async () => {
    const one = await writeModel('a.json', { id: 'a', vendor: 7, colour: 'red' })
    const two = await writeModel('b.json', { id: 'b', limitSets: [] })
    await writeFile(join(ownModelsPath, 'c.json'), '{ "kind": ')
    const broken = await brokenFiles()
    expect(broken.map(({ kind, names, error }) => [kind, names, error.code])).toEqual([
      ['model', ['a'], 'OFFERING_INVALID'],
      ['model', ['b'], 'OFFERING_INVALID'],
      ['model', ['c'], 'OFFERING_INVALID'],
    ])
    const places = broken.flatMap(({ error }) => error.problems.map((each) => each.place))
    expect(places).toContain(`${one}: vendor`)
    expect(places).toContain(`${one}: colour`)
    expect(places).toContain(`${two}: limitSets`)
    expect(places.some((place) => place.startsWith(`${join(ownModelsPath, 'c.json')}:1:`))).toBe(true)
  })

  it('are available in the window and on the command line', async () => {
    await writeModel('ours.json', { id: 'ours', name: 'Our own Kafka' })
    const workbench = createWorkbench({
      workspacePath: workspace.path,
      resourcesRoot: process.cwd(),
      resolveSecrets: async () => ({}),
      printPdf: async () => {},
    })
    const listed = await workbench.handlers['models.list']({})
    await workbench.close()
    expect(listed.offerings.map((each) => each.id)).toContain('ours')
    const words = ['--set', 'deployment.offering=ours', '--set', 'deployment.size=1']
    const { exitCode, out } = await headroom('predict', 'examples/first.headroom.json', ...words)
    expect([exitCode, out]).toEqual([0, expect.stringContaining('Our own Kafka')])
  })

  it('prevent only their own use if they are broken', async () => {
    const path = await writeModel('ours.json', { id: 'our-platform', vendor: 7 })
    const listed = await headroom('models', 'list')
    expect(listed.exitCode).toBe(0)
    expect(listed.out).toContain('confluent-cloud-dedicated')
    expect(listed.out).toContain(`${path}: vendor`)
    const scenario = 'examples/first.headroom.json'
    for (const words of [
      ['predict', scenario],
      ['explain', scenario],
      ['compare', scenario],
      ['sweep', scenario, '--over', 'deployment.size=1..3'],
      ['models', 'show', 'aws-msk-express'],
      ['models', 'backtest', 'aiven-kafka-2017'],
    ]) {
      expect([words[0], (await headroom(...words)).exitCode]).toEqual([words[0], 0])
    }
    for (const name of ['our-platform', 'ours']) {
      const { exitCode, err } = await headroom('predict', scenario, '--set', `deployment.offering=${name}`)
      expect([exitCode, err]).toEqual([2, expect.stringContaining(`${path}: vendor`)])
    }
    const shown = await headroom('models', 'show', 'our-platform')
    expect([shown.exitCode, shown.err]).toEqual([2, expect.stringContaining(`${path}: vendor`)])
  })

  it('cannot contain a calibration', async () => {
    await writeModel('ours.json', { id: 'ours', calibration: { name: 'x', parameters: {} } })
    const [file] = await brokenFiles()
    expect(file?.error.problems).toEqual([
      { place: expect.stringContaining('calibration'), message: expect.stringContaining('deployment.calibration') },
    ])
  })
})
