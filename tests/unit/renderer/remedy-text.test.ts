import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { errorText, printedError } from '../../../src/cli/print-error.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { remedyContent } from '../../../src/presentation/error-remedy.ts'
import { remedyText } from '../../../src/renderer/components/remedy-text.ts'

vi.hoisted(() => {
  const bridge = { onWorkbenchState: () => {}, requestWorkbenchPort: () => {}, openExternal: () => {} }
  vi.stubGlobal('window', { headroom: bridge, addEventListener: () => {} })
})

const { DocumentText } = await import('../../../src/renderer/components/document-blocks.tsx')

const error = new AppError('RUN_NOT_FOUND', 'There is no run a in this workspace.', {
  remedy: 'See the runs that are there',
  action: { command: 'headroom runs list', view: 'Runs' },
})

describe('a remedy that names a command', () => {
  it('has the command in the terminal and in JSON', () => {
    expect(errorText(error.toData())).toContain('See the runs that are there with: headroom runs list\n')
    expect(printedError(error.toData())).toEqual({
      code: 'RUN_NOT_FOUND',
      message: 'There is no run a in this workspace.',
      remedy: 'See the runs that are there with: headroom runs list',
      problems: [],
    })
  })

  it('has the view in the window, and still has it after a process edge', () => {
    const data = AppError.fromData(error.toData()).toData()
    expect(remedyText(data)).toBe('See the runs that are there in Runs.')
    const markup = renderToStaticMarkup(createElement(DocumentText, { content: remedyContent(data) }))
    expect(markup.replaceAll('\u00a0', ' ')).toBe('See the runs that are there in Runs')
  })
})

describe('a remedy without a command', () => {
  it('is the same everywhere', () => {
    const plain = new AppError('PORT_TAKEN', 'Port 9092 is taken.', { remedy: 'Free it.' }).toData()
    expect(remedyText(plain)).toBe('Free it.')
    expect(errorText(plain)).toBe('Port 9092 is taken.\nFree it.\n')
    expect(remedyText({ remedy: null })).toBeNull()
  })
})
