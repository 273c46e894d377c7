import { useId, useState } from 'react'
import type { OutputFile } from '../../presentation/output-files.ts'
import { reachByKeys } from './reach-by-keys.ts'

interface CopiedTextProps extends OutputFile {
  /** The rank that its name has among the headings around it. */
  readonly heading: 'h2' | 'h3'
}

/** A text to copy, with a button for it. What came of that is said beside it: behind a dialog a notice would be hidden. */
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
