/** A page that breaks, or whose file is gone after an update, must not take the frame with it. */
import { Component, type ReactNode } from 'react'

interface PageGuardProps {
  readonly children: ReactNode
  readonly instead: ReactNode
}

export class PageGuard extends Component<PageGuardProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}
