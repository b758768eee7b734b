import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { routeOf, whenRouteChanges } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  close(): void
  readonly children: ReactNode
  readonly isWide?: boolean
}

/** The browser's Back opens another page, where the dialog no longer makes sense. */
export function useClosedByLeaving(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  }, [close])
  // Not again for each new `close`: when the page changes, this renders first and would take the new page for the one
  // it was opened on.
  useEffect(() => {
    if (!isOpen) return
    const { path } = routeOf(window.location.hash)
    return whenRouteChanges(() => {
      if (routeOf(window.location.hash).path !== path) latest.current()
    })
  }, [isOpen])
}

const closing = { closeButtonProps: { 'aria-label': words.toast.close } } as const

/** A small form or a choice in front of the page. Its content exists only while it is open. */
export function Dialog({ title, isOpen, close, children, isWide }: DialogProps) {
  useClosedByLeaving(isOpen, close)
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered size={isWide ? 'lg' : 'md'} {...closing}>
      {children}
    </Modal>
  )
}

/** A panel next to the page for longer content. */
export function SidePanel({ title, isOpen, close, children, isWide }: DialogProps) {
  useClosedByLeaving(isOpen, close)
  return (
    <Drawer opened={isOpen} onClose={close} title={title} position="right" size={isWide ? 'xl' : 'lg'} {...closing}>
      {children}
    </Drawer>
  )
}
