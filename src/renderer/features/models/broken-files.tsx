import type { BrokenFile } from '../../../contracts/broken-file.ts'
import { brokenBlocks } from '../../../presentation/models/model-list-blocks.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

/** The invalid files of the workspace, with all their problems; nothing if there are none. */
export function BrokenFiles({ broken }: { readonly broken: readonly BrokenFile[] }) {
  if (broken.length === 0) return null
  return (
    <section className="group" aria-label="Invalid and ignored">
      <DocumentBlocks blocks={brokenBlocks(broken)} />
    </section>
  )
}
