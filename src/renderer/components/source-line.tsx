import type { Source } from '../../contracts/source.ts'
import { sourceText } from '../../presentation/source-text.ts'
import { DocumentText } from './document-blocks.tsx'

/** The source of a number, in the same words as in reports. */
export function SourceLine({ source }: { readonly source: Source }) {
  return (
    <p className="quiet">
      <DocumentText content={sourceText(source)} />.
    </p>
  )
}
