/**
 * What is shown in place of a view whose code fails: the rest of the window goes on, and nothing that was typed is lost.
 */
import { Component, type ReactNode } from 'react'

interface ViewBoundaryProps {
  readonly children: ReactNode
  /** What is not lost, and what may help beside trying again. */
  readonly advice: string
}

interface ViewBoundaryState {
  /** What was thrown, in words; null while all is well. */
  readonly problem: string | null
}

/** Holds a view. React offers this to classes alone. */
export class ViewBoundary extends Component<ViewBoundaryProps, ViewBoundaryState> {
  override state: ViewBoundaryState = { problem: null }

  static getDerivedStateFromError(error: unknown): ViewBoundaryState {
    return { problem: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { problem } = this.state
    if (problem === null) return this.props.children
    return (
      <main className="answer" id="answer">
        <h1 className="question">This cannot be shown</h1>
        <div role="alert">
          <p className="sentence">{problem}</p>
          <p className="reason">{this.props.advice}</p>
        </div>
        <div className="actions">
          <button type="button" className="primary" onClick={() => this.setState({ problem: null })}>
            Try again
          </button>
        </div>
      </main>
    )
  }
}
