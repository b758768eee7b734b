/** "Copy as curl": every call that the page on the screen has made, ready for a shell. */
import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { curlOf, useMadeCalls } from '../../api/calls.ts'
import { CodeBlock } from '../../shared/content/CodeBlock.tsx'
import { TerminalIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { SidePanel } from '../blocks/Dialog.tsx'
import classes from './CallsDrawer.module.css'

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
        <Calls />
      </SidePanel>
    </>
  )
}

function Calls() {
  const calls = useMadeCalls()
  return (
    <div className={classes.calls}>
      <p className={classes.explain}>{words.calls.explain}</p>
      {calls.length === 0 && <p>{words.calls.none}</p>}
      {calls.toReversed().map((call) => (
        <CodeBlock
          key={call.number}
          label={words.calls.copy(call.operation)}
          title={
            <span className={classes.title}>
              <strong>{call.operation}</strong>
              <span>{call.status === 0 ? words.calls.failed : words.calls.took(call.status, call.milliseconds)}</span>
            </span>
          }
          text={curlOf(call, window.location.origin)}
          wraps
        />
      ))}
    </div>
  )
}
