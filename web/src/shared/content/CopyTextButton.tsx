import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './CopyTextButton.module.css'
import { CopyIcon, DoneIcon } from './Icons.tsx'

type Outcome = 'none' | 'copied' | 'refused'

interface CopyTextButtonProps {
  readonly text: string
  readonly label: string
  readonly icon?: ReactNode
  /** In the viewer's language; pages for developers are in English. */
  readonly said?: { readonly copied: string; readonly copyRefused: string }
}

const english = { copied: 'Copied', copyRefused: 'Your browser doesn’t allow copying here' }

/** If the browser refuses, the button says so instead of doing nothing. */
export function CopyTextButton({ text, label, icon, said = english }: CopyTextButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('none')
  useEffect(() => {
    if (outcome === 'none') return
    const timer = setTimeout(() => setOutcome('none'), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  const words = { none: label, copied: said.copied, refused: said.copyRefused }[outcome]
  return (
    <UnstyledButton className={classes.button} aria-label={words} title={words} onClick={() => void copy()}>
      {outcome === 'copied' ? <DoneIcon /> : (icon ?? <CopyIcon />)}
    </UnstyledButton>
  )
}

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Installations on a local network often use plain http, where only this old way works.
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('The browser didn’t allow copying.')
}
