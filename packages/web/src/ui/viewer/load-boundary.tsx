import { Component, type ReactNode } from 'react'

interface Props {
  readonly onFailure: (failure: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps a viewer that broke on a file from taking the page with it. */
export class ErrorBoundary extends Component<Props, { failure: unknown }> {
  override state: { failure: unknown } = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return this.props.onFailure(failure, () => this.setState({ failure: null }))
  }
}
