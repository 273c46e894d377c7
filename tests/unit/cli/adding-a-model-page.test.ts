import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

const page = readFileSync(new URL('../../../docs/adding-a-model.md', import.meta.url), 'utf8')
const workspace = mkdtempSync(join(tmpdir(), 'headroom-newcomer-'))
const commands = [...page.matchAll(/^headroom (.+)$/gm)].map(([, words]) => (words ?? '').split(' '))

beforeAll(() => {
  mkdirSync(join(workspace, 'models'))
  const [, file] = /```json\n(.+?)```/s.exec(page) ?? []
  writeFileSync(join(workspace, 'models', 'our-platform.json'), file ?? '')
})

afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe('the page that takes a newcomer through a model', () => {
  it('has commands that run unchanged, on the file as it is', async () => {
    expect(commands.map(([name]) => name)).toEqual(['models', 'predict', 'compare'])
    for (const words of commands) {
      const { exitCode, out, err } = await headroom(...words, '--workspace', workspace)
      expect([exitCode, err]).toEqual([0, ''])
      expect(out).not.toMatch(/cannot take|Broken/)
    }
  })

  it('says the 120 MB/s that three slices take', async () => {
    const predicting = commands.find(([name]) => name === 'predict') ?? []
    const { constraints } = (await headroom(...predicting, '--json', '--workspace', workspace)).json()
    expect(constraints.find((each: { id: string }) => each.id === 'ingress').capacity).toBe(120e6)
    expect(page).toContain('3 x 40 = 120 MB/s')
  })
})
