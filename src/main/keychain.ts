/**
 * Encrypts secrets with the computer's keychain (Electron's safeStorage) and encodes them as base64. No other file of
 * main handles secrets.
 */
import { safeStorage } from 'electron'

/** Encrypts a text. Call it when the app is ready. @returns null if this computer has no usable keychain */
export function sealSecret(text: string): string | null {
  return hasKeychain() ? safeStorage.encryptString(text).toString('base64') : null
}

/** Decrypts a text. @returns null if there is no keychain, or if the text was encrypted on another computer */
export function unsealSecret(sealed: string): string | null {
  if (!hasKeychain()) return null
  try {
    return safeStorage.decryptString(Buffer.from(sealed, 'base64'))
  } catch {
    return null
  }
}

/** False on Linux without a keyring, because Electron would then encrypt with a password from its source code. */
function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}
