import type { Source } from '../../contracts/source.ts'
import { sourceText } from '../../presentation/source-text.ts'
import { DocumentText } from './document-blocks.tsx'

/** Where a number comes from, as reports say it. */
export function SourceLine({ source }: { readonly source: Source }) {
  return (
    <p className="quiet">
      <DocumentText content={sourceText(source)} />.
    </p>
  )
}
