import { describe, expect, it } from 'vitest'
import { isOwnPage } from '../../../src/main/checked-sender.ts'
import { messageOf, plainFrame, plainWindow } from './window-parts.ts'

describe('a message to main', () => {
  it('comes from the app’s own page if the main frame of the window shows that page', () => {
    const window = plainWindow()
    expect(isOwnPage(messageOf(window), window)).toBe(true)
  })

  it('has no valid sender if there is no window, or if it is gone', () => {
    const window = plainWindow()
    expect(isOwnPage(messageOf(window), null)).toBe(false)
    const gone = plainWindow(undefined, true)
    expect(isOwnPage(messageOf(gone), gone)).toBe(false)
  })

  it('is not answered if its frame is gone', () => {
    const window = plainWindow()
    expect(isOwnPage(messageOf(window, { senderFrame: null }), window)).toBe(false)
  })

  it('of a frame inside the page is not answered, though it shows the same address', () => {
    const window = plainWindow()
    expect(isOwnPage(messageOf(window, { senderFrame: plainFrame() }), window)).toBe(false)
  })

  it('of another window is not answered, though it shows the same address', () => {
    const [window, other] = [plainWindow(), plainWindow()]
    expect(isOwnPage(messageOf(other), window)).toBe(false)
    expect(isOwnPage(messageOf(window, { sender: other.webContents }), window)).toBe(false)
  })

  it.each(['https://example.org/', 'file:///index.html', 'app://headroom.example/index.html', 'about:blank', ''])(
    'of the window’s main frame is not answered while it shows %j',
    (url) => {
      const window = plainWindow(url)
      expect(isOwnPage(messageOf(window), window)).toBe(false)
    },
  )
})
