import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../../shared/texts/console.ts'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  close(): void
  readonly children: ReactNode
  readonly isWide?: boolean
}

const closing = { closeButtonProps: { 'aria-label': words.toast.close } } as const

/** A small form or a choice in front of the page. Its content lives only while it is open. */
export const Dialog = ({ title, isOpen, close, children, isWide }: DialogProps) => (
  <Modal opened={isOpen} onClose={close} title={title} centered size={isWide ? 'lg' : 'md'} {...closing}>
    {children}
  </Modal>
)

/** A panel next to the page for longer content. */
export const SidePanel = ({ title, isOpen, close, children, isWide }: DialogProps) => (
  <Drawer opened={isOpen} onClose={close} title={title} position="right" size={isWide ? 'xl' : 'lg'} {...closing}>
    {children}
  </Drawer>
)
