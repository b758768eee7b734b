/** "Copy as curl": every request of the current page, ready for a shell. */
import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { TerminalIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { SidePanel } from '../blocks/Dialog.tsx'

const Calls = lazy(async () => ({ default: (await import('./Calls.tsx')).Calls }))

export function CallsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.calls.button}
        title={words.calls.button}
        onClick={() => setIsOpen(true)}
      >
        <TerminalIcon />
      </ActionIcon>
      <SidePanel title={words.calls.title} isOpen={isOpen} close={() => setIsOpen(false)}>
        <Suspense>
          <Calls />
        </Suspense>
      </SidePanel>
    </>
  )
}
