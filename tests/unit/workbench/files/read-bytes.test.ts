import { execFileSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCampaign } from '../../../../src/workbench/campaigns/read-campaign.ts'
import { openConnectionFile } from '../../../../src/workbench/connections/connection-file.ts'
import { readBytes } from '../../../../src/workbench/files/read-bytes.ts'
import { readText } from '../../../../src/workbench/files/read-json-file.ts'
import { readOutputs } from '../../../../src/workbench/imports/read-outputs.ts'
import { readObservationFile } from '../../../../src/workbench/observations/read-observation-file.ts'
import { readBrand } from '../../../../src/workbench/reports/brand.ts'
import { readConnection } from '../../../../src/workbench/secrets/connection-files.ts'
import { readSecretsFile } from '../../../../src/workbench/secrets/resolve-secrets.ts'
import { readScenario } from '../../../../src/workbench/sizing/scenario-files.ts'
import { readTrogdorPlatform } from '../../../../src/workbench/validation/read-trogdor-platform.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()

describe('a file that is read', () => {
  it('has at most the given size', async () => {
    const path = join(folder.path, 'ten')
    writeFileSync(path, '0123456789')
    expect((await readBytes(path, 10, 'The file')).toString()).toBe('0123456789')
    await expect(readBytes(path, 9, 'The file')).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: 'The file is too large (10 bytes, at most 9 are read).',
    })
  })

  it.runIf(process.platform === 'linux')('may be of /proc, which states no size, and is bounded too', async () => {
    expect((await readBytes('/proc/self/status', 1_000_000, 'The file')).toString()).toContain('Name:')
    await expect(readBytes('/proc/self/status', 10, 'The file')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })
})

describe('a file that people write by hand', () => {
  it('whose name has a zero byte is refused in words of its user', async () => {
    await expect(openConnectionFile('a\0b.properties')).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/could not be read: its name has a character that no name of a file has\.$/),
    })
  })

  it.each([
    ['a connection', openConnectionFile],
    ['a scenario', readScenario],
    ['a campaign', readCampaign],
    ['a connection in JSON', readConnection],
    ['secrets', readSecretsFile],
    ['the platform of a Trogdor fleet', readTrogdorPlatform],
  ])('has at most 16 MB, as its size and unpacked: %s', async (_what, read) => {
    const path = join(folder.path, 'large')
    writeFileSync(path, '')
    truncateSync(path, 16_000_001)
    await expect(read(path)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/ is too large \(16000001 bytes, at most 16000000 are read\)\.$/),
    })
    writeFileSync(path, gzipSync(Buffer.alloc(16_000_001, ' ')))
    await expect(read(path)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/ unpacks to more than 16000000 bytes\.$/),
    })
  })
})

describe.runIf(process.platform !== 'win32')('a device, a pipe without a writer and a folder', () => {
  const places = () => {
    const [pipe, directory] = [join(folder.path, 'pipe'), join(folder.path, 'directory')]
    execFileSync('mkfifo', [pipe])
    mkdirSync(directory)
    return ['/dev/zero', pipe, directory]
  }

  it('are refused as a scenario, as outputs to import and as a logo', async () => {
    for (const path of places()) {
      await expect(readText(path, 'scenario')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
      await expect(readOutputs([path])).rejects.toMatchObject({ code: 'INPUT_INVALID' })
      await expect(readBrand({ logoPath: path, paper: 'A4', isRedacted: false })).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
      })
    }
  })
})

describe('a JSON file of many small values', () => {
  it.each([
    ['a scenario', readScenario, 'SCENARIO_INVALID'],
    ['a campaign', readCampaign, 'CAMPAIGN_INVALID'],
    ['an observation', readObservationFile, 'INPUT_INVALID'],
  ])('is refused before it is parsed, gzipped too: %s', async (_what, read, code) => {
    const path = join(folder.path, 'values.json')
    writeFileSync(path, gzipSync(`[${'{},'.repeat(2_000_000)}`))
    // The text is no JSON: a parser would say so.
    await expect(read(path)).rejects.toMatchObject({ code, message: expect.stringMatching(/more than 2000000 values/) })
  })
})
