/**
 * Reads the company's name and logo for the title page of a report.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ReportOptions } from '../../contracts/report-options.ts'
import type { Brand } from '../../presentation/document.ts'
import { fileError } from '../files/file-error.ts'
import { readBytes } from '../files/read-bytes.ts'

/** Maximum size of a logo. It is limited because the report embeds the logo. */
const maxLogoBytes = 1_000_000

/** The kinds of pictures, and how a file of each is recognised by its first bytes. */
const pictureKinds: readonly { readonly mime: string; readonly matches: (data: Buffer) => boolean }[] = [
  { mime: 'image/png', matches: (data) => data.subarray(1, 4).toString('latin1') === 'PNG' },
  { mime: 'image/jpeg', matches: (data) => data[0] === 0xff && data[1] === 0xd8 },
  {
    mime: 'image/svg+xml',
    matches: (data) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(data.toString('utf8')),
  },
]

/** Reads name and logo. @throws AppError FILE_UNREADABLE if the logo cannot be read, is no picture, or is too large */
export async function readBrand({ company, logoPath }: ReportOptions): Promise<Brand> {
  return { company: company ?? null, logoAddress: logoPath === undefined ? null : await readLogo(logoPath) }
}

/** Reads the logo as a `data:` URL. An SVG is safe, because browsers run no script of an image. */
async function readLogo(path: string): Promise<string> {
  const remedy = `Give a PNG, JPEG or SVG of at most ${maxLogoBytes / 1_000} kB.`
  const data = await readBytes(path, maxLogoBytes, `The logo ${path}`).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    throw fileError(error, 'FILE_UNREADABLE', `The logo ${path}`, remedy)
  })
  const kind = pictureKinds.find(({ matches }) => matches(data))
  if (kind === undefined)
    throw new AppError('FILE_UNREADABLE', `The logo ${path} is not a PNG, JPEG or SVG picture.`, { remedy })
  return `data:${kind.mime};base64,${data.toString('base64')}`
}
