/**
 * Secrets that are kept: sealed by the computer's keychain (Electron's safeStorage), base64 outside. The one place in main
 * that touches secrets.
 */
import { safeStorage } from 'electron'

/** The sealed text; null where this computer has no keychain that can be used. Needs a ready app. */
export function sealSecret(text: string): string | null {
  return hasKeychain() ? safeStorage.encryptString(text).toString('base64') : null
}

/** The text; null where it cannot be read any more: no keychain, or sealed on another computer. */
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
