import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { loadOfferings } from '../../../src/workbench/sizing/offerings.ts'
import { createWorkbench } from '../../../src/workbench/workbench.ts'
import { memoryTerminal } from '../cli/memory-terminal.ts'

const modelsPath = join(process.cwd(), 'models')
let workspacePath = ''
let ownModelsPath = ''

beforeEach(async () => {
  workspacePath = await mkdtemp(join(tmpdir(), 'headroom-own-models-'))
  ownModelsPath = join(workspacePath, 'models')
  await mkdir(ownModelsPath)
})

async function writeModel(fileName: string, change: object): Promise<string> {
  const shipped: unknown = JSON.parse(await readFile(join(modelsPath, 'redpanda-cloud-serverless.json'), 'utf8'))
  const path = join(ownModelsPath, fileName)
  await writeFile(path, JSON.stringify({ ...(shipped as object), ...change }))
  return path
}

async function refusal(): Promise<AppError> {
  const outcome = await loadOfferings({ modelsPath, ownModelsPath }).then(
    () => null,
    (error: unknown) => AppError.from(error),
  )
  if (outcome === null) throw new Error('the models were taken')
  return outcome
}

describe('models of the workspace', () => {
  it('stand beside those that come with Headroom, with a $schema for editors', async () => {
    await writeModel('ours.json', { id: 'ours', $schema: '../docs/schema/offering.schema.json' })
    const ids = (await loadOfferings({ modelsPath, ownModelsPath })).map((each) => each.id)
    expect(ids).toEqual([...ids].sort())
    expect(ids).toContain('ours')
    expect(ids).toContain('redpanda-cloud-serverless')
  })

  it('need not be there', async () => {
    const shipped = await loadOfferings({ modelsPath, ownModelsPath: null })
    expect(await loadOfferings({ modelsPath, ownModelsPath: join(workspacePath, 'none') })).toEqual(shipped)
  })

  it('may not take the id of a model that comes with Headroom', async () => {
    const path = await writeModel('mine.json', {})
    expect((await refusal()).toData()).toEqual({
      code: 'OFFERING_INVALID',
      message: '1 model cannot be told from another by its id.',
      problems: [
        {
          place: `${path}: id`,
          message: '"redpanda-cloud-serverless" is the id of a model that comes with Headroom already',
        },
      ],
      remedy: expect.stringContaining('an id of its own'),
    })
  })

  it('may not share an id', async () => {
    const first = await writeModel('a.json', { id: 'ours' })
    const second = await writeModel('b.json', { id: 'ours' })
    expect((await refusal()).problems).toEqual([
      { place: `${second}: id`, message: `"ours" is the id of ${first} already` },
    ])
  })

  it('are refused with every problem of every file, each with its file and place', async () => {
    const one = await writeModel('a.json', { id: 'a', vendor: 7, colour: 'red' })
    const two = await writeModel('b.json', { id: 'b', limitSets: [] })
    await writeFile(join(ownModelsPath, 'c.json'), '{ "kind": ')
    const { problems, code } = await refusal()
    expect(code).toBe('OFFERING_INVALID')
    const places = problems.map((each) => each.place)
    expect(places).toContain(`${one}: vendor`)
    expect(places).toContain(`${one}: colour`)
    expect(places).toContain(`${two}: limitSets`)
    expect(places.some((place) => place.startsWith(`${join(ownModelsPath, 'c.json')}:1:`))).toBe(true)
  })

  it('are there for the window and for the terminal', async () => {
    await writeModel('ours.json', { id: 'ours', name: 'Our own Kafka' })
    const workbench = createWorkbench({
      workspacePath,
      resourcesRoot: process.cwd(),
      resolveSecrets: async () => ({}),
      printPdf: async () => {},
    })
    const listed = await workbench.handlers['offerings.list']({})
    await workbench.close()
    expect(listed.map((each) => each.id)).toContain('ours')
    const terminal = memoryTerminal()
    const words = ['predict', 'examples/first.headroom.json', '--set', 'deployment.offering=ours']
    const where = ['--set', 'deployment.size=1', '--workspace', workspacePath]
    const exitCode = await runCli([...words, ...where], { terminal, resourcesRoot: process.cwd(), environment: {} })
    expect([exitCode, terminal.stdout]).toEqual([0, expect.stringContaining('Our own Kafka')])
  })
})
