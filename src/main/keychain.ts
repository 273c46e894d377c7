/**
 * Seals secrets with the computer's keychain (Electron's safeStorage), as base64. The only file of main that handles
 * secrets.
 */
import { safeStorage } from 'electron'

/** The sealed text; null if this computer has no usable keychain. Needs a ready app. */
export function sealSecret(text: string): string | null {
  return hasKeychain() ? safeStorage.encryptString(text).toString('base64') : null
}

/** The text; null if it cannot be unsealed: there is no keychain, or it was sealed on another computer. */
export function unsealSecret(sealed: string): string | null {
  if (!hasKeychain()) return null
  try {
    return safeStorage.decryptString(Buffer.from(sealed, 'base64'))
  } catch {
    return null
  }
}

/** On Linux without a keyring Electron would "encrypt" with a password that is written in its source. */
function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}
