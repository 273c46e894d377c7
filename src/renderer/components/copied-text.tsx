import { useId, useState } from 'react'
import type { OutputFile } from '../../presentation/output-files.ts'
import { reachByKeys } from './reach-by-keys.ts'

interface CopiedTextProps extends OutputFile {
  /** The level of the heading that shows the name. */
  readonly heading: 'h2' | 'h3'
}

/**
 * A text with a button that copies it. The outcome is shown beside the button and not as a notice, because the text may be
 * in a dialog, which would hide a notice.
 */
export function CopiedText({ name, text, heading: Heading }: CopiedTextProps) {
  const id = useId()
  const [outcome, setOutcome] = useState('')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied.'),
      (error: unknown) => setOutcome(`It could not be copied: ${String(error)}`),
    )
  }
  return (
    <section className="copied-text" aria-labelledby={id}>
      <div className="copied-head">
        <Heading id={id}>{name}</Heading>
        <span role="status">{outcome}</span>
        <button type="button" aria-label={`Copy ${name}`} onClick={copy}>
          Copy
        </button>
      </div>
      <pre ref={reachByKeys}>{text}</pre>
    </section>
  )
}
