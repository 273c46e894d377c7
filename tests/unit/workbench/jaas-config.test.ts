import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJaasConfig } from '../../../src/workbench/connections/jaas-config.ts'

const plainLogin = 'org.apache.kafka.common.security.plain.PlainLoginModule required'

describe('a JAAS configuration', () => {
  it('gives back any password that is quoted by its rules', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (password) => {
        const quoted = password.replaceAll(/[\\"]/g, '\\$&')
        const reading = readJaasConfig(`${plainLogin} username=u password="${quoted}";`)
        expect(reading).toMatchObject({ ok: true, login: { options: { username: 'u', password } } })
      }),
    )
  })

  it.each([
    ['', 'login module first'],
    [`${plainLogin} username="u"`, 'semicolon'],
    [`${plainLogin} username="u`, 'quote'],
    [`${plainLogin} username;`, 'name="value"'],
    [`${plainLogin} a=b; ${plainLogin} a=b;`, 'nothing after'],
    ['Module a=b;', '"required"'],
  ])('as %j says what was expected', (text, expected) => {
    expect(readJaasConfig(text)).toEqual({ ok: false, problem: expect.stringContaining(expected) })
  })

  it('knows the octal and named escapes of its quotes', () => {
    const reading = readJaasConfig('M required a="\\101\\t\\"" b=\'\\\\\';')
    expect(reading).toMatchObject({ ok: true, login: { options: { a: 'A\t"', b: '\\' } } })
  })
})
