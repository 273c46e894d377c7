/**
 * Shows an error in place of a view that failed. The rest of the window still works, and no input is lost.
 */
import { Component, type ReactNode } from 'react'

interface ViewBoundaryProps {
  readonly children: ReactNode
  /** Sentences for the user: what is not lost, and what may help besides trying again. */
  readonly advice: string
}

interface ViewBoundaryState {
  /** The message of the error; null without an error. */
  readonly problem: string | null
}

/** The error boundary of a view. It is a class, because React has no hook for error boundaries. */
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
