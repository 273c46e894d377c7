import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { headroom } from './run-headroom.ts'

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'
const folder = temporaryFolder()

describe('headroom predict --fail-over', () => {
  it('prints the prediction and the check, and fails with exit code 3 where a limit is above the share', async () => {
    const { exitCode, out } = await headroom('predict', orders2020, '--fail-over', '80%')
    expect(exitCode).toBe(3)
    expect(out).toContain('1 CKU carries')
    expect(out.replace(/\s+/g, ' ')).toContain(
      '2 limits are above 80 % at the offered load: Ingress 122 %, Egress 81 %.',
    )
  })

  it('passes with exit code 0 at a size that is large enough', async () => {
    const { exitCode, out } = await headroom('predict', orders2020, '--size', '2', '--fail-over', '0.8')
    expect(exitCode).toBe(0)
    expect(out.replace(/\s+/g, ' ')).toContain('The check against 80 %: passed')
  })

  it('has the outcome beside the prediction in JSON', async () => {
    const { exitCode, json } = await headroom('predict', orders2020, '--fail-over', '80%', '--json')
    expect(exitCode).toBe(3)
    const { failOver, ...prediction } = json()
    expect(failOver).toMatchObject({ share: 0.8, isPassed: false, isCarried: false })
    expect(failOver.above.map(({ id }: { id: string }) => id)).toEqual(['ingress', 'egress'])
    expect(prediction).toEqual((await headroom('predict', orders2020, '--json')).json())
  })

  it('checks several scenarios, and fails if one of them fails', async () => {
    const second = 'examples/confluent-cku-2020.headroom.json'
    const { exitCode, json } = await headroom(
      'predict',
      orders2020,
      second,
      '--size',
      '4',
      '--fail-over',
      '80%',
      '--json',
    )
    const { scenarios } = json()
    expect(scenarios.map(({ file }: { file: string }) => file)).toEqual([orders2020, second])
    const passed = scenarios.map(({ failOver }: { failOver: { isPassed: boolean } }) => failOver.isPassed)
    expect(exitCode).toBe(passed.every(Boolean) ? 0 : 3)
    expect((await headroom('predict', orders2020, second, '--fail-over', '80%')).exitCode).toBe(3)
  })

  it('writes a JUnit file with a suite per scenario', async () => {
    const path = join(folder.path, 'reports', 'headroom.xml')
    const { exitCode, out } = await headroom('predict', orders2020, orders2020, '--fail-over', '80%', '--junit', path)
    expect(exitCode).toBe(3)
    expect(out).toContain(`Wrote ${path}`)
    const xml = await readFile(path, 'utf8')
    expect(xml.match(/<testsuite /g)).toHaveLength(2)
    expect(xml).toContain('tests="16" failures="6"')
  })

  it('writes no file, and leaves the old one, if a scenario cannot be read', async () => {
    const path = join(folder.path, 'headroom.xml')
    await writeFile(path, 'old')
    const { exitCode } = await headroom('predict', orders2020, 'gone.json', '--fail-over', '80%', '--junit', path)
    expect(exitCode).toBe(2)
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder.path)).toEqual(['headroom.xml'])
  })

  it('is refused together with every other option that is wrong', async () => {
    const words = ['--target-utilisation', '70', '--fail-over', 'abc', '--outage', '10', '--out', 'x.json']
    const { exitCode, err } = await headroom('predict', orders2020, ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain('4 problems')
    expect(err).toContain('--target-utilisation: expected a ratio above 0 and at most 1, like 0.7 or 70% (found 70)')
    expect(err).toContain('--fail-over: "abc" is not a ratio')
    expect(err).toContain('--outage: "10" has no unit of time')
    expect(err).toContain('--out: needs --together')
  })

  it.each([
    [['--fail-over', '0'], '--fail-over: expected a share above 0 and at most 100 %'],
    [['--fail-over', '120%'], '--fail-over: expected a share above 0 and at most 100 %'],
    [['--fail-over', 'much'], 'is not a ratio'],
    [['--junit', 'x.xml'], '--junit: needs --fail-over too'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, err } = await headroom('predict', orders2020, ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(message)
  })
})
