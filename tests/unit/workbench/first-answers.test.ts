import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Handlers } from '../../../src/contracts/ipc-contract.ts'
import { withFirstAnswers } from '../../../src/workbench/first-answers.ts'
import { createWorkbench, type Workbench } from '../../../src/workbench/workbench.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const workspace = temporaryFolder()
let workbench: Workbench
let started: string[]

beforeEach(() => {
  started = []
  workbench = createWorkbench({
    workspacePath: workspace.path,
    resourcesRoot: process.cwd(),
    resolveSecrets: async () => ({}),
    printPdf: async () => {},
  })
})
afterEach(() => workbench.close())

/** The handlers, which note each call of these three. */
function noted(handlers: Handlers): Handlers {
  return {
    ...handlers,
    'models.list': async (input) => {
      started.push('models.list')
      return handlers['models.list'](input)
    },
    'examples.list': async (input) => {
      started.push('examples.list')
      return handlers['examples.list'](input)
    },
    'draft.load': async (input) => {
      started.push('draft.load')
      return handlers['draft.load'](input)
    },
  }
}

describe('the first answers of a window', () => {
  it('are computed before they are asked for, and once', async () => {
    const handlers = withFirstAnswers(noted(workbench.handlers))
    expect(started.toSorted()).toEqual(['draft.load', 'examples.list', 'models.list'])
    const { offerings } = await handlers['models.list']({})
    const examples = await handlers['examples.list']({})
    expect(offerings.map(({ id }) => id)).toContain('confluent-cloud-dedicated')
    expect(examples.map(({ fileName }) => fileName)).toContain('first.headroom.json')
    expect(started).toHaveLength(3)
  })

  it('are computed anew for later requests, because files may have changed', async () => {
    const handlers = withFirstAnswers(noted(workbench.handlers))
    await handlers['models.list']({})
    expect((await handlers['models.list']({})).offerings.length).toBeGreaterThan(0)
    expect(started.filter((call) => call === 'models.list')).toHaveLength(2)
  })

  it('never have an older draft than the last that was saved', async () => {
    const handlers = withFirstAnswers(noted(workbench.handlers))
    await handlers['draft.save']({ text: 'typed before the page asked' })
    expect(await handlers['draft.load']({})).toEqual({ text: 'typed before the page asked' })
  })

  it('give their error to the request, and the next one is tried anew', async () => {
    const failing = {
      ...workbench.handlers,
      'models.list': () => Promise.reject(new Error(`no folder ${String(started.push('failed'))}`)),
      'draft.load': () => Promise.reject(new Error('no store')),
    }
    const handlers = withFirstAnswers(failing)
    await expect(handlers['models.list']({})).rejects.toThrow('no folder 1')
    await expect(handlers['models.list']({})).rejects.toThrow('no folder 2')
  })
})
