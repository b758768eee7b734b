/** A page that breaks, or whose file is gone after an update, must not take the frame with it. */
import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { words } from '../../shared/texts/console.ts'
import { Empty } from '../blocks/layout.tsx'
import { WarningIcon } from '../icons.tsx'

export class PageGuard extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return <BrokenPage />
  }
}

export const BrokenPage = () => (
  <Empty
    icon={<WarningIcon />}
    title={words.frame.failedTitle}
    action={<Button onClick={() => window.location.reload()}>{words.frame.reload}</Button>}
  >
    {words.frame.failed}
  </Empty>
)
