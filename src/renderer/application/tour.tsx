import { useEffect, useState } from 'react'
import type { ViewName } from './rail.tsx'

interface TourStep {
  readonly view: ViewName
  /** What it is about on the page. */
  readonly selector: string
  readonly title: string
  readonly text: string
}

const steps: readonly TourStep[] = [
  {
    view: 'sizing',
    selector: '.inputs',
    title: '1 of 5: say what you have',
    text: 'Type rates as people say them: “50 MB/s”, “60k/s”, “2 TB/day”. Each key changes the answer; F1 on a field says which limits it moves.',
  },
  {
    view: 'sizing',
    selector: '.answer > .sentence',
    title: '2 of 5: the answer is a sentence',
    text: 'What fits, and which limit binds. “What would change it?” beneath draws the curve over any field; “why?” beside a limit has its formula, source and date.',
  },
  {
    view: 'compare',
    selector: '.answer',
    title: '3 of 5: who else carries it',
    text: 'The same workload on every offering, each at the smallest size that takes it.',
  },
  {
    view: 'validation',
    selector: '.plan, .inputs',
    title: '4 of 5: is it true?',
    text: 'A run on the embedded cluster needs nothing but this computer: it offers your load, scaled down, and lays what it measures on the prediction. What it will do stands here before it starts; Ctrl+Enter starts it, and it can be stopped at any time.',
  },
  {
    view: 'runs',
    selector: '.answer',
    title: '5 of 5: nothing is lost',
    text: 'Every run is kept, also one that was stopped. Ctrl+K finds any command.',
  },
]

interface TourProps {
  readonly onGo: (view: ViewName) => void
  readonly onEnd: () => void
}

/** Five places in a minute; the window stays in use meanwhile. */
export function Tour({ onGo, onEnd }: TourProps) {
  const [index, setIndex] = useState(0)
  const step = steps[index]
  useEffect(() => {
    if (step === undefined) return
    onGo(step.view)
    // The view is there after it was drawn.
    const frame = requestAnimationFrame(() => document.querySelector(step.selector)?.classList.add('is-toured'))
    return () => {
      cancelAnimationFrame(frame)
      for (const toured of document.querySelectorAll('.is-toured')) toured.classList.remove('is-toured')
    }
  }, [step, onGo])
  if (step === undefined) return null
  const isLast = index === steps.length - 1
  return (
    <section className="tour" aria-label="Tour" aria-live="polite">
      <h2>{step.title}</h2>
      <p>{step.text}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => (isLast ? onEnd() : setIndex(index + 1))}>
          {isLast ? 'Done' : 'Next'}
        </button>
        {index === 0 ? null : (
          <button type="button" onClick={() => setIndex(index - 1)}>
            Back
          </button>
        )}
        {isLast ? null : (
          <button type="button" className="plain" onClick={onEnd}>
            Not now
          </button>
        )}
      </div>
    </section>
  )
}
