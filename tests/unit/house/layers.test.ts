import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkLayers } from '../../../scripts/layers/check-layers.mjs'

const folders: string[] = []

function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-layers-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('checkLayers()', () => {
  it('reports a planted violation of every kind', () => {
    const source = plant({
      'units/bytes.ts': "import type { Scenario } from '../contracts/scenario.ts'\nexport type A = Scenario",
      'contracts/scenario.ts': "import { readFileSync } from 'node:fs'\nexport type Scenario = typeof readFileSync",
      'capacity/predict.ts': "import { z } from 'zod'\nimport { a } from './circle.ts'\nexport const p = [z, a]",
      'capacity/circle.ts': "import type { p } from './predict.ts'\nexport const a: typeof p | 1 = 1",
      'runner/host/main.ts': "const k = await import('node-rdkafka')\nexport default k",
      'preload/preload.ts': "export type A = import('../contracts/scenario.ts').Scenario",
      'renderer/app.tsx': "import '../main/main.ts'\nexport const x = <p>{window.headroom}</p>",
      'main/main.ts': "import './gone.ts'",
      'cli/text.ts': "import '../workbench/reports/brand.ts'",
      'workbench/reports/brand.ts': '',
      'measurement/compute-result.ts':
        "import { open } from 'node:fs'\nimport { Buffer } from 'node:buffer'\nexport const r = [open, Buffer]",
      'attic/old.ts': "import './new.ts'",
    })
    expect(checkLayers(source, { minModules: 13 }).violations).toMatchInlineSnapshot(`
      [
        "src/attic/old.ts:1: the folder is not in the import table (scripts/layers/layer-table.mjs)",
        "src/capacity/predict.ts:1: capacity may not use the package zod",
        "src/cli/text.ts:1: cli may not import workbench/reports (workbench/reports/brand.ts)",
        "src/contracts/scenario.ts:1: contracts may not use node:fs",
        "src/main/main.ts:1: ./gone.ts does not exist",
        "src/measurement/compute-result.ts:1: measurement may not use node:fs",
        "src/preload/preload.ts:1: preload may import only contracts/main-channels.ts, not contracts/scenario.ts",
        "src/renderer/app.tsx:1: renderer may not import main (main/main.ts)",
        "src/renderer/app.tsx: only src/renderer/api.ts may use window.headroom",
        "src/runner/host/main.ts:1: runner may not use the package node-rdkafka",
        "src/units/bytes.ts:1: units may not import contracts (contracts/scenario.ts)",
        "circle: src/capacity/circle.ts → src/capacity/predict.ts → src/capacity/circle.ts",
        "saw only 12 modules, expected at least 13: the check looked at the wrong place",
      ]
    `)
  })

  it('passes code that keeps to the table', () => {
    const source = plant({
      'units/bytes.ts': 'export const megabyte = 1e6',
      'contracts/scenario.ts':
        "import { z } from 'zod'\nimport { megabyte } from '../units/bytes.ts'\nexport const s = [z, megabyte]",
      'runner/worker/main.ts':
        "import rdkafka from 'node-rdkafka'\nimport '../host/lease.ts'\nexport const r = rdkafka",
      'runner/host/lease.ts': "import { open } from 'node:fs'\nexport const o = open",
    })
    expect(checkLayers(source, { minModules: 4 })).toEqual({ violations: [], moduleCount: 4 })
  })
})
