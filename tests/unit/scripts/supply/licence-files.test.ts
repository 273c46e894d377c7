import { expect, it } from 'vitest'
import { withoutNpmPart } from '../../../../scripts/supply/licence-files.mjs'

const part = (name: string, text: string) =>
  `\n- ${name}, located at deps/${name}, is licensed as follows:\n  """\n    ${text}\n  """\n`

it('leaves out what the licence of Node says of npm, which does not ship, and nothing else', () => {
  const before = `Node.js${part('zlib', 'zlib licence')}`
  const after = part('uv', 'libuv licence')
  expect(withoutNpmPart(before + part('npm', 'The Artistic License 2.0') + after)).toBe(before + after)
  expect(withoutNpmPart(before + after)).toBe(before + after)
})
