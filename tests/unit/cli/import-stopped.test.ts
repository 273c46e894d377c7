import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()

/** Imports the beginning of a fixture, as a tool leaves it that is stopped. */
async function importCut(fixture: string, keep: (text: string) => string) {
  const text = await readFile(join('tests/fixtures/imports', fixture), 'utf8')
  const path = join(folder.path, 'cut.txt')
  await writeFile(path, keep(text))
  const { exitCode, out, err } = await headroom('import', path)
  return { exitCode, out: out.replace(/\s+/g, ' '), err: err.replace(/\s+/g, ' ') }
}

const upTo = (share: number) => (text: string) => text.slice(0, Math.floor(text.length * share))
const withoutLastLine = (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n')

describe('the output of a tool that was stopped', () => {
  it.each([
    ['kafka-4.3.1/producer.txt', withoutLastLine],
    ['kafka-4.3.1/producer.txt', upTo(0.6)],
    ['kafka-4.3.1/producer-warm-up.txt', upTo(0.6)],
    ['rdkafka-2.12.0/producer-table.txt', upTo(0.6)],
  ])('is imported as a partial run that says so: %s', async (fixture, keep) => {
    const { exitCode, out } = await importCut(fixture, keep)
    expect(exitCode).toBe(0)
    expect(out).toContain('One output ends before its summary.')
    expect(out).toContain('[partial]')
  })

  it.each([
    ['kafka-4.3.1/consumer.txt', 0.5, 'kafka-consumer-perf-test'],
    ['kafka-4.3.1/consumer.txt', 0.8, 'kafka-consumer-perf-test'],
    ['kafka-4.3.1/share-consumer.txt', 0.8, 'kafka-share-consumer-perf-test'],
    ['rdkafka-2.12.0/consumer-summary.txt', 0.6, 'rdkafka_performance'],
  ])('without figures is refused with the tool and what to do: %s, %d of it', async (fixture, share, tool) => {
    const { exitCode, err } = await importCut(fixture, upTo(share))
    expect(exitCode).not.toBe(0)
    expect(err).toContain(`it ends before the figures of ${tool}, which prints them when it ends`)
    expect(err).toContain('Let it run to its end')
  })

  it.each(['openmessaging/result.json', 'trogdor-4.3.1/tasks.json', 'trogdor-4.3.1/produce-bench.json'])(
    'is refused as one that ends in the middle, if it is JSON: %s',
    async (fixture) => {
      const { exitCode, err } = await importCut(fixture, upTo(0.6))
      expect(exitCode).not.toBe(0)
      expect(err).toMatch(/cut\.txt:1:\d+: it is not JSON: .*The file ends in the middle: the tool was stopped/)
    },
  )

  it('is refused as compressed if it is, whole or not', async () => {
    const whole = gzipSync(await readFile('tests/fixtures/imports/kafka-4.3.1/producer.txt'))
    for (const bytes of [whole, whole.subarray(0, 100)]) {
      const path = join(folder.path, 'producer.txt.gz')
      await writeFile(path, bytes)
      const { exitCode, err } = await headroom('import', path)
      expect([exitCode, err]).toEqual([2, expect.stringContaining('compressed by gzip: decompress it first')])
    }
  })
})
