import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const artefactsPath = fileURLToPath(new URL('../../../test-artifacts/scripts/', import.meta.url))

/** Bundles a script of the tests, so that a plain Node can run it; returns its path. */
export async function bundleScript(url: URL, name: string): Promise<string> {
  await mkdir(artefactsPath, { recursive: true })
  const path = `${artefactsPath}${name}-${process.pid}.mjs`
  await build({
    input: fileURLToPath(url),
    platform: 'node',
    external: [/^libsql$/],
    logLevel: 'warn',
    checks: { eval: false },
    output: { file: path, format: 'esm' },
  })
  return path
}
