import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { knownRecord, knownSamples } from '../presentation/known-run.ts'
import { readMarkup } from '../presentation/painters/markup-reader.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { memoryTerminal } from './memory-terminal.ts'

const scenario = 'examples/first.headroom.json'
const folder = temporaryFolder()

async function headroom(...words: string[]) {
  const terminal = memoryTerminal()
  const environment = { HEADROOM_WORKSPACE: join(folder.path, 'workspace') }
  const exitCode = await runCli(words, { terminal, resourcesRoot: process.cwd(), environment })
  return { exitCode, out: terminal.stdout, err: terminal.stderr }
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('headroom report sizing', () => {
  async function written(format: string, ...more: string[]): Promise<string> {
    const { exitCode, out, err } = await headroom(
      'report',
      'sizing',
      scenario,
      '--format',
      format,
      '--out',
      folder.path,
      ...more,
    )
    expect([exitCode, err]).toEqual([0, ''])
    return readFile(out.trim().replace('Wrote ', ''), 'utf8')
  }

  test('says the answer, every limit with its source, open questions and other offerings, and that nothing was measured', async () => {
    const page = await written('html')
    const { elements, text } = readMarkup(page)
    const ids = elements.filter(({ name }) => name === 'h2').map(({ attributes }) => attributes.get('id'))
    expect(ids).toEqual([
      ...['workload', 'prediction', 'limits', 'formulas', 'advice', 'assumptions', 'band', 'compare', 'appendix'],
    ])
    expect(text).toContain('1 CKU carries 50 MB/s in and 100 MB/s out.')
    expect(page).toContain('<span class="mark">predicted, not measured</span>')
    expect(page).not.toMatch(/<script/i)
  })

  test('shows each offering once, what takes it apart from what does not', async () => {
    const [takes = '', refuses = ''] = (await written('md')).split('### What does not carry it')
    expect(takes.split('**Offerings that carry')[1]?.match(/^\| AWS MSK Standard .*$/gm)).toHaveLength(1)
    expect(takes).toMatch(/^\| AWS MSK Standard .*\d+ more tiers take it/m)
    expect(refuses).toMatch(/^- .*limits as of \d{4}/m)
  })

  test('takes the options that change a scenario', async () => {
    const { prediction: given } = JSON.parse(await written('json', '--size', '2'))
    expect(prediction.parse(given).deployment.size).toBe(2)
  })

  test('puts a name and a picture on its title page', async () => {
    const logo = join(folder.path, 'logo')
    await writeFile(logo, pixel)
    const page = await written('html', '--company', 'Fish & <Chips>', '--logo', logo)
    expect(page).toContain(`<img src="data:image/png;base64,${pixel.toString('base64')}"`)
    expect(readMarkup(page).text).toContain('Fish & <Chips>')
  })

  test('refuses a logo that is no picture', async () => {
    const { exitCode, err } = await headroom('report', 'sizing', scenario, '--out', folder.path, '--logo', scenario)
    expect(exitCode).toBe(2)
    expect(err).toMatch(/is not a PNG, JPEG or SVG picture[\s\S]*PNG, JPEG or SVG/)
  })
})

describe('headroom report verify', () => {
  async function report(...more: string[]): Promise<{ html: string; md: string; json: string }> {
    const { out } = await headroom('report', knownRecord.id, '--format', 'html,md,json', '--out', folder.path, ...more)
    const [html = '', md = '', json = ''] = out
      .trim()
      .split('\n')
      .map((line) => line.replace('Wrote ', ''))
    return { html, md, json }
  }

  beforeEach(() => {
    const store = openStore(join(folder.path, 'workspace'))
    store.insertRun(knownRecord)
    for (const sample of knownSamples(5)) store.addSample(knownRecord.id, sample)
    store.close()
  })

  test('knows the run record of a report, in HTML and in Markdown', async () => {
    const { html, md, json } = await report()
    expect((await headroom('report', 'verify', html, json)).out).toMatch(/belongs to .*SHA-256 [0-9a-f]{64}/)
    expect((await headroom('report', 'verify', md, json)).exitCode).toBe(0)
  })

  test('tells a record that was changed by one character', async () => {
    const { html, json } = await report()
    await writeFile(json, (await readFile(json, 'utf8')).replace('"known-run"', '"known-ruN"'))
    const { exitCode, err } = await headroom('report', 'verify', html, json)
    expect(exitCode).toBe(3)
    expect(err).toContain('does not belong to')
  })

  test('refuses a file that names no checksum', async () => {
    const { json } = await report()
    expect((await headroom('report', 'verify', scenario, json)).err).toContain('contains no checksum')
  })
})
