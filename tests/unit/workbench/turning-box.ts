import type { SecretBox } from '../../../src/workbench/secrets/secret-box.ts'

/** A keychain that turns texts around. */
export const turningBox: SecretBox = {
  seal: async (text) => `sealed:${[...text].reverse().join('')}`,
  unseal: async (sealed) => [...sealed.slice('sealed:'.length)].reverse().join(''),
}
