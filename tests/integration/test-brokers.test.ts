import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import { isGone } from './process-tree.ts'

it('brokers of a test or a benchmark end, and their folder is removed, if it is killed', async () => {
  const script = fileURLToPath(new URL('test-brokers-parent.ts', import.meta.url))
  const parent = spawn(runnerNodePath(), [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const line = await new Promise<string>((resolve) => createInterface({ input: parent.stdout }).once('line', resolve))
  const { pids, folderPath }: { pids: number[]; folderPath: string } = JSON.parse(line)
  expect([pids.map(isGone), existsSync(folderPath)]).toEqual([[false], true])
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect([pids.map(isGone), existsSync(folderPath)]).toEqual([[true], false]), 30_000)
})
